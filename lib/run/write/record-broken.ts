import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { LinkFault } from '@/lib/record/chain'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'

/**
 * A chain is broken, and somebody was about to extend it, if that `stops` it. It is thrown, so that no verb can go on over it: the
 * transaction is rolled back, and whoever asked for it gets the refusal (see transact).
 */
export class RecordBroken extends Error {
  constructor(
    readonly chain: string,
    readonly fault: LinkFault,
    readonly stops = true,
  ) {
    super(fault.reason)
  }

  toRefusal(): Refusal {
    const { seq, reason } = this.fault
    const isSession = this.chain !== INSTALLATION_CHAIN
    const subject = isSession ? 'this session' : 'this installation'
    const way = isSession ? 'Go on in a new session, or put' : 'Put'
    return refuse(
      'unavailable',
      `The record of ${subject} is broken. ${reason} Nothing is added to it any more, so that the evidence stays as it is. ${way} back a copy of the database that verifies.`,
      {
        title: 'The record is broken',
        record: { seq, reason, ...(isSession ? { sessionId: this.chain } : {}) },
      },
    )
  }
}

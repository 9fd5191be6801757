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
    const { seq, reason, words } = this.fault
    const isSession = this.chain !== INSTALLATION_CHAIN
    const subject = isSession ? 'session' : 'installation'
    return refuse(
      'unavailable',
      { code: 'problem.recordBroken', params: { subject }, parts: [words] },
      {
        title: 'The record is broken',
        record: { seq, reason, ...(isSession ? { sessionId: this.chain } : {}) },
      },
    )
  }
}

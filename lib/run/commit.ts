import { type Instant, msBetween } from '@/lib/domain/instant'
import { Refusal, refuse } from '@/lib/domain/problem'
import { hasLink } from '@/lib/store/event'
import { isUnreachable } from '@/lib/store/unreachable'
import { changeRun } from './change-run'
import type { Deps } from './deps'
import type { InHand } from './hand'
import { type Held, holdLease, type Lease } from './lease'
import { look } from './look'
import type { Next } from './next'
import { rest } from './rest'
import { storeHappening } from './store-happening'
import type { Happening } from './task'
import { transact } from './transact'
import { type Write, writeSession } from './write'

export type Looked = { next: Next; now: Instant }

/** `last`: nothing begins any more, since the process is to end; the session is given back, or kept to its end. */
type About = {
  sessionId: string
  lease: Lease
  happened: Happening[]
  hand: InHand
  last?: 'give back' | 'keep'
  /** What a transaction came to of which nobody knows whether it was committed. */
  made?: Made | undefined
}

/** What a transaction came to, and the last link that it added to the chain, by which it is known again. */
export type Made = Looked & {
  held: { epoch: number; version: number; holderGone: boolean }
  link: { seq: number; hash: string }
}

/**
 * One transaction of the loop: hold the lease, store what happened, look, store what begins. Null where the
 * session is somebody else's, or gone. While the database cannot be reached it is tried again as long as the
 * lease holds: what has happened is stored or found stored, never done again, and what had begun is gone on
 * with where the commit went through and only its answer was lost.
 */
export async function commit(deps: Deps, about: About): Promise<Looked | null> {
  const tried: Tried = { made: about.made }
  for (;;) {
    try {
      return await once(deps, about, tried)
    } catch (error) {
      if (!isUnreachable(error) || about.lease.epoch === null || about.lease.isLost) throw error
      await new Promise(resolve => setTimeout(resolve, 250))
    }
  }
}

type Tried = { made: Made | undefined }

async function once(deps: Deps, about: About, tried: Tried): Promise<Looked | null> {
  const { lease } = about
  const since = performance.now()
  const made = await transact<Made | null>(deps, undefined, unit =>
    writeSession(deps, { ...unit, sessionId: about.sessionId, wants: 'work' }, async write => {
      const before = tried.made
      if (about.made && write.row.leaseHolder !== deps.presence.holder)
        return refuse('session_busy', NOT_OURS)
      if (before && (await wasCommitted(write, before))) return before
      if (about.made) return refuse('session_busy', NOT_OURS)
      const held = await holdLease(deps, write, lease.epoch)
      if (held === 'lost') return refuse('session_busy', 'The lease was lost.')
      if (held === 'taken') return null
      tried.made = await make(deps, write, { ...about, held })
      return tried.made
    }),
  )
  if (made === null || made instanceof Refusal) return null
  lease.held({ ...made.held, since })
  return made
}

const NOT_OURS = 'What began with a fact was not committed.'

/**
 * The loop begins in the transaction of a fact that made something to do, so that both are one commit. Null where
 * somebody else holds the session.
 */
export async function beginWith(deps: Deps, write: Write, lease: Lease): Promise<Made | null> {
  const held = await holdLease(deps, write, null)
  if (held === 'lost' || held === 'taken') return null
  const hand = { request: false, calls: new Set<string>() }
  return make(deps, write, { sessionId: write.row.id, lease, happened: [], hand, held })
}

/** True where this is what the rows say, and nobody took the lease since. */
const wasCommitted = async (write: Write, { held, link }: Made): Promise<boolean> =>
  write.row.leaseEpoch === held.epoch && hasLink(write.tx, { ...link, chain: write.row.id })

async function make(deps: Deps, write: Write, about: About & { held: Held }): Promise<Made> {
  const { held, lease } = about
  if (held.absentSince) await leaveOut(write, held.absentSince)
  const holderGone = lease.epoch === null ? held.holderGone : lease.holderGone
  for (const happening of about.happened) await storeHappening(deps, write, { happening, holderGone })
  const next = await nextAfter(deps, write, about)
  return {
    ...{ next, now: write.now, held: { epoch: held.epoch, version: write.row.version, holderGone } },
    link: { seq: write.row.seq, hash: write.row.head },
  }
}

function nextAfter(deps: Deps, write: Write, { last, hand }: About): Promise<Next> | Next {
  if (last === 'give back') return rest(write, { wakeAt: write.now })
  return last === 'keep' ? { do: 'wait', until: undefined } : look(deps, write, hand)
}

/** Time in which no process was there is no active time of the Run: a deadline counts work, not absence. */
async function leaveOut(write: Write, since: Instant): Promise<void> {
  const run = (await write.work.now()).atWork?.run
  if (!run?.activeSince || run.activeSince >= since) return
  const activeMs = run.activeMs + msBetween(run.activeSince, since)
  await changeRun(write, { before: run, after: { ...run, activeMs, activeSince: write.now } })
}

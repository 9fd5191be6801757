import { watch } from 'node:fs'
import type { DurablePoint } from './postgres-proxy'
import type { ServerPair } from './server-pair'

/**
 * What befalls one of two servers, and where.
 *  - `late answer`: Postgres has committed, and the server learns of it long after
 *  - `late commit`: the COMMIT itself reaches Postgres long after it was sent
 *  - `asleep`: the process sleeps from the moment in which Postgres has committed
 *  - `asleep at work`: the process sleeps while it writes a file, between its beginning and its last step
 */
export const FAULTS = ['late answer', 'late commit', 'asleep', 'asleep at work'] as const
export type FaultKind = (typeof FAULTS)[number]

/** `number`: of the durable point, or of the file that is begun, counted from 1. */
export type FaultPlace = { kind: FaultKind; number: number }

/** A fault that was set: `struck` resolves once it has happened, `release` ends it. */
export type TakeoverFault = {
  struck: Promise<void>
  hasStruck: () => boolean
  point: () => DurablePoint | undefined
  release: () => void
}

export function setFault(
  pair: ServerPair,
  { kind, number }: FaultPlace,
  { folder, known }: { folder: string; known: ReadonlySet<string> },
): TakeoverFault {
  const struck = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let has = false
  let point: DurablePoint | undefined
  const strike = () => {
    has = true
    struck.resolve()
  }
  pair.proxy.startCounting()
  const files =
    kind === 'asleep at work'
      ? watchWrites({ folder, known }, number, () => {
          pair.freeze()
          strike()
        })
      : null
  const side = kind === 'late commit' ? 'before' : 'after'
  const spring = async (at: DurablePoint): Promise<'forward'> => {
    point = at
    if (kind === 'asleep') pair.freeze()
    strike()
    await end.promise
    return 'forward'
  }
  pair.proxy.set(files ? null : { number, side, spring })
  return {
    struck: struck.promise,
    hasStruck: () => has,
    point: () => point,
    release: () => {
      files?.close()
      pair.proxy.set(null)
      pair.thaw()
      end.resolve()
    },
  }
}

/** Calls back as soon as a file appears that nobody knows: the draft of the `number`th write. */
function watchWrites(
  { folder, known }: { folder: string; known: ReadonlySet<string> },
  number: number,
  onWrite: () => void,
): { close: () => void } {
  const drafts = new Set<string>()
  return watch(folder, (_, name) => {
    if (name === null || known.has(name) || drafts.has(name)) return
    drafts.add(name)
    if (drafts.size === number) onWrite()
  })
}

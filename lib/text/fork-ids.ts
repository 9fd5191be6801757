/**
 * The id that something of a session has in a fork of it: the end of it, which is chance, mixed with that of the fork's
 * own. So the ids of a fork are new and in the same order, and each is known from the one that it was copied from.
 */
export function idInFork(forkId: string, id: string): string {
  const mixed = BigInt(`0x${id.slice(-CHANCE)}`) ^ forkMask(forkId)
  return id.slice(0, -CHANCE) + mixed.toString(16).padStart(CHANCE, '0')
}

/** What the ends of ids are mixed with. */
export const forkMask = (forkId: string): bigint => BigInt(`0x${forkId.slice(-CHANCE)}`)

const CHANCE = 12

import { linkHash } from '@/lib/record/chain'
import type { World } from '../world/world'
import { changesLink, storedLinks } from './stored-record'

type Forgery = {
  chain: string
  /** Which link is told otherwise, by its type: the first one. */
  type: string
  change: (payload: string) => string
  /** What the chain is said to end with: nothing where the head is left as it is. */
  head?: 'set'
}

/**
 * Somebody with a database shell, and without the key, tells one fact otherwise and hashes all that follows anew, so
 * that every link fits the one before.
 */
export async function forgeRecord(world: World, { chain, type, change, head }: Forgery): Promise<void> {
  const links = await storedLinks(world.db, chain)
  const forged = links.find(link => link.type === type)
  if (!forged) throw new Error(`There is no ${type} in ${chain}.`)
  forged.payload = change(forged.payload)
  let previous = links[forged.seq - 2]?.hash ?? ''
  for (const link of links.slice(forged.seq - 1)) {
    previous = linkHash(previous, link)
    await world.touches(changesLink(link, { payloads: quoted(link.payload), hashes: `'${previous}'` }))
  }
  const [table, where] =
    chain === 'installation' ? ['Installation', 'id = 1'] : ['SessionHead', `"sessionId" = '${chain}'`]
  if (head) await world.touches(`UPDATE "${table}" SET head = '${previous}' WHERE ${where}`)
}

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

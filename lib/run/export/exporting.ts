import type { Tx } from '@/lib/store/connection/database'
import type { StoredHead } from '@/lib/store/record/record'
import type { SessionRow } from '@/lib/store/session/session'
import type { Deps } from '../process/deps'

/** What an export is made of: the rows of one moment, read a page at a time. */
export type Exporting = { deps: Deps; tx: Tx; row: SessionRow }

export const headOf = ({ id, seq, head, signature }: SessionRow): StoredHead => ({
  ...{ chain: id, seq, hash: head, signature },
})

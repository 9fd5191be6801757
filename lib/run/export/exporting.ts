import type { Tx } from '@/lib/store/database'
import type { SessionRow } from '@/lib/store/session'
import type { Deps } from '../deps'

/** What an export is made of: the rows of one moment, read a page at a time. */
export type Exporting = { deps: Deps; tx: Tx; row: SessionRow }

import type { Job } from '@/lib/domain/job'
import { FIND_SUSPICIONS } from '@/lib/domain/policy/suspicious-text'
import { READ_REPLY } from '@/lib/prompt/dialects/dialect-of'
import { FIND_SECRETS, HIDE_SECRETS } from '@/lib/prompt/masking/secret-jobs'
import { HASH_SECRETS } from '@/lib/record/digest'
import { MAKE_EXCERPTS } from '@/lib/text/search-terms'
import { APPLY_PATCH } from '@/lib/tools/files/apply-patch'
import { COMPARE_TEXTS } from '@/lib/tools/files/change/unified-diff'
import { EDIT_TEXT } from '@/lib/tools/files/edit-file'
import { READ_PDF } from '@/lib/tools/files/read-pdf'
import { CHECK_PATTERN, SEARCH_TEXTS } from '@/lib/tools/files/search/search-texts'
import { CHECK_SCHEMAS, READ_ARGUMENTS } from '@/lib/tools/read-arguments'
import { READ_PAGE } from '@/lib/tools/web/read-page'

// Each Job only ever gets its own input: the name says which.
type AnyJob = Job<never, unknown>

/** All Jobs. A Job that is missing here runs only on small inputs. */
const ALL: AnyJob[] = [
  CHECK_PATTERN,
  SEARCH_TEXTS,
  COMPARE_TEXTS,
  EDIT_TEXT,
  APPLY_PATCH,
  FIND_SECRETS,
  HIDE_SECRETS,
  HASH_SECRETS,
  FIND_SUSPICIONS,
  READ_REPLY,
  MAKE_EXCERPTS,
  READ_PAGE,
  READ_PDF,
  READ_ARGUMENTS,
  CHECK_SCHEMAS,
]

export const JOBS: ReadonlyMap<string, AnyJob> = new Map(ALL.map(job => [job.name, job]))

/** The request to a thread and its reply. A thread gets a request only when it is `ready` and idle. */
export type JobMessage = { name: string; input: unknown }
export type JobReply = { kind: 'done'; output: unknown } | { kind: 'failed'; error: unknown }
export type ThreadMessage = { kind: 'ready' } | JobReply

import type { Log } from '@/lib/agent/process/deps'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import type { Database } from '@/lib/store/connection/database'
import { appliedMigrations } from '@/lib/store/installation/installation'
import { type Workspace, whyNotOurWorkspace } from '../workspace-marker'

type Watched = {
  db: Database
  workspace: Workspace
  migrations: string[]
  log: Log
}

/** How often it is looked whether this process may still work. */
const LOOK_MS = 10_000

/**
 * Whether this process may work on sessions: it must see the workspace that the database knows, and must
 * not be older than the database's schema.
 */
export async function watchReadiness(watched: Watched) {
  let reason = await whyUnfit(watched)
  if (reason) watched.log('error', phrase(reason))
  const timer = setInterval(() => {
    whyUnfit(watched).then(
      next => {
        if (textOf(next) !== textOf(reason))
          watched.log(next ? 'error' : 'info', textOf(next) ?? 'Fit to work again.')
        reason = next
      },
      error => watched.log('warn', 'Fitness could not be checked', { error: String(error) }),
    )
  }, LOOK_MS)
  timer.unref()
  return { unfit: () => reason, stop: () => clearInterval(timer) }
}

const textOf = (reason: CodedText | null): string | null => reason && phrase(reason)

async function whyUnfit(watched: Watched): Promise<CodedText | null> {
  const notOurs = await whyNotOurWorkspace(watched.db, watched.workspace)
  if (notOurs) return notOurs
  const unknown = (await appliedMigrations(watched.db)).find(name => !watched.migrations.includes(name))
  return unknown ? { code: 'health.olderProgram', params: { migration: unknown } } : null
}

import { Refusal, refuse } from '@/lib/domain/problem'
import type { NewSession, Session, SessionPatch } from '@/lib/domain/session'
import type { OnceKey } from '@/lib/store/idempotency-key'
import { databaseNow } from '@/lib/store/now'
import { findSession, insertSession, type SessionRow, saveSessionSettings } from '@/lib/store/session'
import { sessionOf } from '@/lib/store/standing'
import type { Deps } from './deps'
import { addInstallationFact } from './installation-chain'
import { masked } from './masked'
import { freshSession, withSettings } from './session-settings'
import { transact, type Unit } from './transact'
import { writeSession } from './write'

export type Opened = { session: Session; created: boolean }

/** Makes a session; with a key, finds the one that has it and leaves it unchanged. */
export async function openSession(
  deps: Deps,
  about: { settings: NewSession; once?: OnceKey | undefined },
): Promise<Opened | Refusal> {
  return transact<Opened>(deps, about.once, async unit => {
    const { key, ...settings } = about.settings
    const known = key === undefined ? null : await findSession(unit.tx, { key })
    if (known) return { session: await sessionOf(unit.tx, known), created: false }
    const now = await databaseNow(unit.tx, deps.clock.offsetMs)
    const row = await withSettings(deps, freshSession(deps, { key, now }), settings)
    if (row instanceof Refusal) return row
    const inserted = await insertSession(unit.tx, row)
    const made = inserted ? row : key !== undefined && (await findSession(unit.tx, { key }))
    if (!made) return refuse('session_busy', 'The session is being made by another request. Try again.')
    if (inserted) await maskWords(deps, unit, made)
    if (inserted) await tellNew(deps, { ...unit, at: now }, made.id)
    return { session: await sessionOf(unit.tx, made), created: inserted }
  })
}

/** What a person said of it is masked in the transaction that makes it: only then has it numbers for secrets. */
async function maskWords(deps: Deps, { tx }: Unit, row: SessionRow): Promise<void> {
  const { title, persona } = row
  const { value, masked: found } = await masked(deps, { sessionId: row.id, tx }, { title, persona })
  if (found > 0) await saveSessionSettings(tx, Object.assign(row, value))
}

/** A session's chain begins with what it was made as. */
async function tellNew(deps: Deps, unit: Unit & { at: string }, sessionId: string): Promise<void> {
  await writeSession(deps, { ...unit, sessionId }, async write => {
    write.emit('session.changed', { session: await sessionOf(write.tx, write.row) })
  })
  await addInstallationFact(deps, unit, { type: 'session.created', data: { sessionId } })
}

/** Changes settings, title or archive; a Run that is under way keeps the limits it began with. */
export async function changeSession(
  deps: Deps,
  about: { sessionId: string; patch: SessionPatch },
): Promise<Session | Refusal> {
  const { value: patch } = await masked(deps, { sessionId: about.sessionId }, about.patch)
  return transact<Session>(deps, undefined, unit =>
    writeSession<Session>(deps, { ...unit, sessionId: about.sessionId }, async write => {
      const row = await withSettings(deps, write.row, patch)
      if (row instanceof Refusal) return row
      Object.assign(write.row, row, { updatedAt: write.now })
      await saveSessionSettings(write.tx, write.row)
      const session = await sessionOf(write.tx, write.row)
      write.emit('session.changed', { session })
      return session
    }),
  )
}

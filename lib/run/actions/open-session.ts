import { modeNote } from '@/lib/context/mind-notes'
import { isExecuting } from '@/lib/domain/call/call-state'
import { Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import { NEW_TITLE, type NewSession, type Session, type SessionPatch } from '@/lib/domain/session/session'
import type { OnceKey } from '@/lib/store/connection/idempotency-key'
import { Rows } from '@/lib/store/connection/rows'
import { databaseNow } from '@/lib/store/connection/sql'
import { findSession, insertSession, type SessionRow, saveSessionSettings } from '@/lib/store/session/session'
import { sessionOf } from '@/lib/store/session/session-status'
import { phrase, type Words } from '@/lib/text/words/phrase'
import type { Deps } from '../process/deps'
import { holdsSecret } from '../process/redaction'
import { defaultModel } from '../request/known-models'
import { addEntry } from '../write/add-entry'
import { addInstallationFact } from '../write/installation-chain'
import { mask } from '../write/mask'
import { transact, type Unit } from '../write/transaction'
import { type Write, writeSession } from '../write/write'
import { freshSession, withSettings } from './session-settings'

export type Opened = { session: Session; created: boolean }

/** Makes a session; with a key, finds the one that has it and leaves it unchanged. */
export async function openSession(
  deps: Deps,
  command: { settings: NewSession; once?: OnceKey | undefined },
): Promise<Opened | Refusal> {
  const { key, ...settings } = command.settings
  if (key !== undefined && holdsSecret(deps.redaction, key)) return SECRET_KEY
  return transact<Opened>(deps, command.once, async unit => {
    const known = key === undefined ? null : await findSession(unit.tx, { key })
    if (known) return { session: await sessionOf(unit.tx, known), created: false }
    const now = await databaseNow(unit.tx, deps.clock.offsetMs)
    const row = await withSettings(
      deps,
      freshSession(deps, { key, model: await defaultModel(deps, unit.tx), now }),
      settings,
    )
    if (row instanceof Refusal) return row
    const inserted = await insertSession(unit.tx, { ...row, title: NEW_TITLE, persona: undefined })
    const made = inserted ? row : key !== undefined && (await findSession(unit.tx, { key }))
    if (!made) return refuse('session_busy', { code: 'problem.sessionBeingMade' })
    if (inserted) await storeWords(deps, unit, made)
    if (inserted) await tellNew(deps, { ...unit, at: now }, made.id)
    return { session: await sessionOf(unit.tx, made), created: inserted }
  })
}

const SECRET_KEY = ((): Refusal => {
  return refuseField('/key', { code: 'fault.secretInKey' })
})()

/**
 * What a person said of it is stored once it is masked, in the transaction that makes it: only then has it numbers
 * for secrets, and no statement must have held one, since the log that Postgres writes ahead keeps what was undone.
 */
async function storeWords(deps: Deps, { tx }: Unit, row: SessionRow): Promise<void> {
  const { title, persona } = row
  if (title === NEW_TITLE && persona === undefined) return
  const { value } = await mask(deps, { sessionId: row.id, tx }, { title, persona })
  const rows = new Rows()
  saveSessionSettings(rows, Object.assign(row, value))
  await rows.write(tx)
}

/** A session's chain begins with what it was made as. */
async function tellNew(deps: Deps, unit: Unit & { at: string }, sessionId: string): Promise<void> {
  await writeSession(deps, { tx: unit.tx, sessionId, isNew: true }, async write => {
    write.emit('session.changed', { session: await sessionOf(write.sql, write.row) })
  })
  await addInstallationFact(deps, unit, { type: 'session.created', data: { sessionId } })
}

/** Where the model knows of the mode, it hears of a change that is one for it. */
function tellMode(deps: Deps, write: Write): void {
  const { mode } = write.row
  const words: Words = { code: mode === 'plan' ? 'notice.toldPlanning' : 'notice.toldPlanned' }
  const entry = { id: deps.newId(), kind: 'notice' as const, text: phrase(words), words }
  addEntry(write, entry, modeNote(mode))
}

/** What an Activity does, and what it leaves behind where its process dies, is in the folder that it began in. */
const isActing = ({ work }: Write): boolean =>
  [...(work.atWork?.calls ?? []), ...work.userSets.flatMap(set => set.calls)].some(isExecuting)

const FOLDER_IN_USE = refuse('session_busy', { code: 'problem.folderInUse' })

/** Changes settings, title or archive; a Run that is under way keeps the limits it began with. */
export async function changeSession(
  deps: Deps,
  command: { sessionId: string; patch: SessionPatch },
): Promise<Session | Refusal> {
  const { value: patch } = await mask(deps, { sessionId: command.sessionId }, command.patch)
  return writeSession<Session>(deps, { sessionId: command.sessionId }, async write => {
    const row = await withSettings(deps, write.row, patch)
    if (row instanceof Refusal) return row
    if (row.workspace !== write.row.workspace && isActing(write)) return FOLDER_IN_USE
    const wasPlanning = write.row.mode === 'plan'
    Object.assign(write.row, row, { updatedAt: write.now })
    saveSessionSettings(write.rows, write.row)
    if (write.row.oriented && wasPlanning !== (row.mode === 'plan')) tellMode(deps, write)
    const session = await sessionOf(write.sql, write.row)
    write.emit('session.changed', { session })
    return session
  })
}

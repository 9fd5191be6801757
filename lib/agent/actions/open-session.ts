import { isExecuting } from '@/lib/domain/call/call-state'
import { authorOf, hasRole, type Person } from '@/lib/domain/contract/person'
import { Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import { NEW_TITLE, type NewSession, type Session, type SessionPatch } from '@/lib/domain/session/session'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { modeNote } from '@/lib/prompt/mind-notes'
import { Rows } from '@/lib/store/connection/rows'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import { readSettings } from '@/lib/store/installation/setting'
import { findSession, insertSession, saveSessionSettings } from '@/lib/store/session/session'
import { sessionOf } from '@/lib/store/session/session-status'
import type { Deps } from '../process/deps'
import { defaultModel } from '../request/known-models'
import { addEntry } from '../write/add-entry'
import { mask } from '../write/mask'
import { transact } from '../write/transaction'
import { writeSession } from '../write/write'
import { freshSession, withSettings } from './session-settings'

type Opened = { session: Session; created: boolean }

/** Makes a session; with a key, finds the one that has it and leaves it unchanged. */
export async function openSession(
  deps: Deps,
  command: { settings: NewSession; once?: OnceKey | undefined },
): Promise<Opened | Refusal> {
  const { key, ...settings } = command.settings
  if (key !== undefined && deps.redaction.holdsSecret(key))
    return refuseField('/key', { code: 'fault.secretInKey' })
  return transact<Opened>(deps, command.once, async unit => {
    const existing = key === undefined ? null : await findSession(unit.tx, { key })
    if (existing) return { session: await sessionOf(unit.tx, existing), created: false }
    const model = await defaultModel(deps, unit.tx)
    const { sessionDefaults: defaults } = await readSettings(unit.tx)
    const fresh = freshSession(deps, { key, model, now: unit.at, defaults })
    const row = await withSettings(deps, fresh, { patch: settings, now: unit.at })
    if (row instanceof Refusal) return row
    const inserted = await insertSession(unit.tx, { ...row, title: NEW_TITLE, persona: undefined })
    const session = inserted ? row : key !== undefined && (await findSession(unit.tx, { key }))
    if (!session) return refuse('session_busy', { code: 'problem.sessionBeingMade' })
    if (inserted) {
      const { title, persona } = session
      // What a person wrote is stored once it is masked, in this transaction: secrets get their numbers with the session,
      // and no statement may hold one, since Postgres' write-ahead log keeps what was rolled back.
      if (title !== NEW_TITLE || persona !== undefined) {
        const masked = await mask(deps, { sessionId: session.id, tx: unit.tx }, { title, persona })
        const rows = new Rows()
        saveSessionSettings(rows, Object.assign(session, masked.value))
        await rows.write(unit.tx)
      }
      // A session's chain begins with what it was made as.
      await writeSession(deps, { tx: unit.tx, sessionId: session.id, isNew: true }, async write => {
        write.emit('session.changed', { session: await sessionOf(write.sql, write.row) })
      })
      await unit.record({ type: 'session.created', data: { sessionId: session.id } })
    }
    return { session: await sessionOf(unit.tx, session), created: inserted }
  })
}

/** Changes settings, title or archive; a Run that is under way keeps the limits it began with. */
export async function changeSession(
  deps: Deps,
  command: { sessionId: string; patch: SessionPatch; person: Person },
): Promise<Session | Refusal> {
  const refusal = whyNotMode(command.person, command.patch)
  if (refusal) return refusal
  const { value: patch } = await mask(deps, { sessionId: command.sessionId }, command.patch)
  return writeSession<Session>(deps, { sessionId: command.sessionId }, async write => {
    const row = await withSettings(deps, write.row, { patch, now: write.now })
    if (row instanceof Refusal) return row
    const { atWork, userSets } = write.work
    const calls = [...(atWork?.calls ?? []), ...userSets.flatMap(set => set.calls)]
    // What an Activity does, and what it leaves behind where its process dies, is in the folder that it began in.
    if (row.workspace !== write.row.workspace && calls.some(isExecuting))
      return refuse('session_busy', { code: 'problem.folderInUse' })
    const wasPlanning = write.row.mode === 'plan'
    // A session that is put away or brought back has the age that it had.
    const isMoved = Object.keys(patch).join() === 'archived'
    Object.assign(write.row, row, isMoved ? {} : { updatedAt: write.now })
    saveSessionSettings(write.rows, write.row)
    // Where the model knows of the mode, it hears of a change that is one for it.
    if (write.row.contextAnnounced && wasPlanning !== (row.mode === 'plan')) {
      const codedText: CodedText = { code: wasPlanning ? 'notice.toldPlanned' : 'notice.toldPlanning' }
      const entry = { kind: 'notice' as const, text: phrase(codedText), codedText }
      addEntry(write, entry, modeNote(row.mode))
    }
    const session = await sessionOf(write.sql, write.row)
    write.emit('session.changed', { session, by: authorOf(command.person) })
    return session
  })
}

/** Only an owner lets everything run, or for longer. Anybody who decides may end it. */
export const whyNotMode = (person: Person, { mode, modeExpiresAt }: SessionPatch): Refusal | null =>
  (mode === 'full' || modeExpiresAt != null) && !hasRole(person, 'owner')
    ? refuse('forbidden', { code: 'problem.role', params: { role: 'owner' } })
    : null

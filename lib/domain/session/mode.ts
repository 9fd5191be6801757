import type { TextCode } from '@/lib/messages/phrase'
import { type Instant, isStillAhead } from '../instant'
import type { Mode, Session, SessionPatch } from './session'

type ModeSettings = Pick<Session, 'mode' | 'modeExpiresAt' | 'modeBefore'>
type StoredMode = { [Name in keyof Required<ModeSettings>]: ModeSettings[Name] }

const MOST_FULL_MS = 24 * 3_600_000

/** The mode that holds at a time: `full` that is over has ended, whether or not that is stored by now. */
export function modeAt(session: ModeSettings, now: Instant): Mode {
  const { mode, modeExpiresAt: end } = session
  // Another clock may be a little ahead of the one by which the end was set.
  const isOver = mode === 'full' && !(end && isStillAhead(end, now, 2 * MOST_FULL_MS))
  return isOver ? withoutFull(session).mode : mode
}

/** As it goes on once `full` is over, or in another session. */
export const withoutFull = ({ mode, modeBefore = 'ask' }: ModeSettings): StoredMode => ({
  mode: mode === 'full' ? modeBefore : mode,
  modeExpiresAt: undefined,
  modeBefore: undefined,
})

/** The mode and its end as a person sets them, or what is wrong with the end. */
export function changedMode(
  before: ModeSettings,
  { mode = before.mode, ...patch }: Pick<SessionPatch, 'mode' | 'modeExpiresAt'>,
  now: Instant,
): StoredMode | TextCode {
  const isSame = mode === before.mode && patch.modeExpiresAt === undefined
  const end = isSame ? before.modeExpiresAt : (patch.modeExpiresAt ?? undefined)
  if (mode !== 'full') return end ? 'fault.endWithoutFull' : withoutFull({ mode })
  if (!end) return 'fault.fullWithoutEnd'
  if (!isStillAhead(end, now, MOST_FULL_MS)) return 'fault.endOfFull'
  return { mode, modeExpiresAt: end, modeBefore: before.mode === 'full' ? before.modeBefore : before.mode }
}

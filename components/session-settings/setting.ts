import type { Session, SessionPatch } from '@/lib/domain/session'

/**
 * What every setting of the dialog gets: the session as it would be, a way to change more of it, and what the server
 * said is wrong, by the path of the field.
 */
export type SettingProps = {
  session: Session
  set: (patch: SessionPatch) => void
  faultAt: (path: string) => string | undefined
}

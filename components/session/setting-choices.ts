import type { QueueMode } from '@/lib/domain/run/message'
import type { Session } from '@/lib/domain/session/session'

/** What the message box sets, of a session or of the one that its first message makes. */
export type BoxSettings = Pick<Session, 'model' | 'mode' | 'modeExpiresAt' | 'thinking' | 'workspace'>

export type SettingChoice = {
  settings: BoxSettings
  /** Undefined before the first message. */
  sessionId?: string | undefined
  /** Sets it of the session that is to be. One that is there is changed at once. */
  onSettings?: ((patch: Partial<BoxSettings>) => void) | undefined
  /** What happens to a message while a run is active. */
  delivery: QueueMode
  onDelivery: (delivery: QueueMode) => void
}

export type ChipName = 'model' | 'mode' | 'thinking' | 'folder' | 'delivery'

/** The button at which a menu hangs: what is seldom changed is behind the model. */
export const chipOf = (name: ChipName): 'model' | 'mode' | 'delivery' =>
  name === 'thinking' || name === 'folder' ? 'model' : name

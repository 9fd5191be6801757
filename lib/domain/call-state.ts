import type { Call, Invocation, WaitingCall } from './call'

export const isOpen = (call: Call): boolean => call.state !== 'settled'
export const isWaiting = (call: Call): call is WaitingCall => call.state === 'waiting'

/** What a Call would run as it stands: what a person made of it, else what was proposed. */
export const invocationOf = (call: Call): Invocation => call.effective ?? call.proposed

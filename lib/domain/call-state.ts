import type { Call, ExecutingCall, Invocation, WaitingCall } from './call'

export const isOpen = (call: Call): boolean => call.state !== 'settled'
export const isWaiting = (call: Call): call is WaitingCall => call.state === 'waiting'
export const isExecuting = (call: Call): call is ExecutingCall => call.state === 'executing'

/** True of the Calls that a person asked for, not a model. */
export const isByPerson = (call: Call): boolean => call.dialect === 'person'

/** What a Call would run as it stands: what a person made of it, else what was proposed. */
export const invocationOf = (call: Call): Invocation => call.effective ?? call.proposed

export type LiveState = 'connecting' | 'live' | 'reconnecting'

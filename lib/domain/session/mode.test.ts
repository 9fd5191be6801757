import { describe, expect } from 'vitest'
import { table } from '@/test/table'
import { changedMode, modeAt } from './mode'

const NOW = '2026-03-01T12:00:00.000Z'
const SOON = '2026-03-01T12:15:00.000Z'
const DAY_LATER = '2026-03-02T12:00:00.001Z'
const full = { mode: 'full' as const, modeExpiresAt: SOON, modeBefore: 'auto' as const }

describe('the mode that holds', () => {
  table([
    ['is the one that is set', { mode: 'plan' as const }, { [NOW]: 'plan' }],
    ['is full until its end', full, { '2026-03-01T12:14:59.999Z': 'full', [SOON]: 'auto' }],
    ['is ask where none was before', { mode: 'full' as const, modeExpiresAt: SOON }, { [SOON]: 'ask' }],
    ['is not full without an end', { mode: 'full' as const }, { [NOW]: 'ask' }],
    ['is not full by a clock that was set back', full, { '2026-02-01T12:00:00.000Z': 'auto' }],
  ])('%s', (_, session, modes) =>
    expect(Object.fromEntries(Object.keys(modes).map(now => [now, modeAt(session, now)]))).toEqual(modes),
  )
})

describe('a change of the mode', () => {
  const auto = { mode: 'auto' as const }
  const none = { modeExpiresAt: undefined, modeBefore: undefined }
  const later = '2026-03-01T13:00:00.000Z'
  table([
    ['to full keeps the one before', { before: auto, patch: { mode: full.mode, modeExpiresAt: SOON } }, full],
    [
      'of the end keeps it, too',
      { before: full, patch: { modeExpiresAt: later } },
      { ...full, modeExpiresAt: later },
    ],
    ['is none where something else is set', { before: full, patch: {} }, full],
    ['from full clears its end', { before: full, patch: { mode: auto.mode } }, { ...auto, ...none }],
    ['may say that there is no end', { before: auto, patch: { modeExpiresAt: null } }, { ...auto, ...none }],
    ['to full needs an end', { before: auto, patch: { mode: full.mode } }, 'fault.fullWithoutEnd'],
    ['takes no end from full', { before: full, patch: { modeExpiresAt: null } }, 'fault.fullWithoutEnd'],
    ['gives no other mode an end', { before: auto, patch: { modeExpiresAt: SOON } }, 'fault.endWithoutFull'],
    ['ends full later than now', { before: full, patch: { modeExpiresAt: NOW } }, 'fault.endOfFull'],
    ['ends full within a day', { before: full, patch: { modeExpiresAt: DAY_LATER } }, 'fault.endOfFull'],
  ])('%s', (_, { before, patch }, after) => expect(changedMode(before, patch, NOW)).toEqual(after))
})

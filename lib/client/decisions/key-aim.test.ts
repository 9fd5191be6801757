import fc from 'fast-check'
import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { type AimEvent, aimAfter, type KeyAim, keyLetter, messageCommand, NO_AIM } from './key-aim'
import { keyCommand } from './key-command'

const call = (name: string) => ({ id: name.charAt(0), version: name })
const calls = (names: string) => names.split(' ').filter(Boolean).map(call)
const shown = (names: string, path = '/a'): AimEvent => ({ type: 'shown', path, calls: calls(names) })
const ruled = (...ids: string[]): AimEvent => ({ type: 'ruled', ids })
const refused = (...ids: string[]): AimEvent => ({ type: 'refused', ids })
const focused = (by: 'person' | 'page', names: string, id: string | null): AimEvent => ({
  type: 'focused',
  by,
  id,
  calls: calls(names),
})
const elsewhere = (names: string): AimEvent => shown(names, '/b')

/** The Call that a key decides about: null where there is none, or keys decide nothing. */
function aimedAt(events: AimEvent[]): string | null {
  const { current, isLive } = events.reduce<KeyAim>(aimAfter, NO_AIM)
  return isLive ? (current?.id ?? null) : null
}

table<[string, AimEvent[], string | null]>([
  ['a page that opens', [shown('a b')], 'a'],
  ['an arrival where nothing waited', [shown(''), shown('a')], 'a'],
  ['an arrival behind', [shown('a'), shown('a b')], 'a'],
  ['an arrival before it', [shown('b'), shown('a b')], 'b'],
  ['another order', [shown('a b'), shown('b a')], 'a'],
  ['the same once more, as after a reconnect or while text streams', [shown('a b'), shown('a b')], 'a'],
  ['another one decided elsewhere', [shown('a b'), shown('a')], 'a'],
  ['it decided elsewhere', [shown('a b'), shown('b')], null],
  ['it decided elsewhere, and one that comes later', [shown('a'), shown(''), shown('c')], null],
  ['it decided elsewhere while the page was away', [shown('a b c'), shown('c d')], null],
  ['it changed', [shown('a b'), shown('a2 b')], null],
  ['another one changed', [shown('a b'), shown('a b2')], 'a'],
  ['it decided by the person', [shown('a b'), ruled('a'), shown('b')], 'b'],
  [
    'all decided by the person, and one that comes',
    [shown('a b'), ruled('a', 'b'), shown(''), shown('c')],
    'c',
  ],
  [
    'it decided by the person, the next elsewhere',
    [shown('a b c'), ruled('a'), shown('b c'), shown('c')],
    null,
  ],
  ['another one decided by the person, it elsewhere', [shown('a b c'), ruled('b'), shown('c')], null],
  ['it decided by the person, and the next gone with it', [shown('a b c'), ruled('a'), shown('c')], 'c'],
  [
    'it ruled about in vain, since it had changed',
    [shown('a b'), ruled('a'), shown('a2 b'), refused('a')],
    'a',
  ],
  [
    'it ruled about in vain, then decided elsewhere',
    [shown('a b'), ruled('a'), refused('a'), shown('b')],
    null,
  ],
  ['it taken back by the person', [shown('a b'), ruled('a'), shown('b'), focused('page', 'a b', 'a')], 'a'],
  ['it taken back, then decided elsewhere', [shown('a'), ruled('a'), shown(''), shown('a'), shown('')], null],
  ['another one taken back elsewhere', [shown('b'), shown('a b')], 'b'],
  ['the person gone to another page', [shown('a b'), elsewhere('c d')], 'c'],
  ['another page after it was decided elsewhere', [shown('a b'), shown('b'), elsewhere('c d')], 'c'],
  ['the focus put on another by the person', [shown('a b'), focused('person', 'a b', 'b')], 'b'],
  ['the focus put there again', [shown('a b'), shown('b'), focused('person', 'b', 'b')], 'b'],
  ['the focus put into the dock again', [shown('a b'), shown('b'), focused('person', 'b', null)], 'b'],
  ['the focus put there by the page', [shown('a b'), shown('b'), focused('page', 'b', 'b')], null],
  ['the focus lost elsewhere', [shown('a b'), { type: 'lost' }], null],
  [
    'the focus lost elsewhere, and put there',
    [shown('a'), { type: 'lost' }, focused('person', 'a', 'a')],
    'a',
  ],
  ['the focus put into another dock', [shown('a b'), focused('person', 'c d', 'd'), shown('c d')], 'd'],
  ['the focus on nothing in another dock', [shown('a b'), focused('person', 'c d', null), shown('c d')], 'c'],
])('keys after what happened are for the call of the focus, or off', (_, events, aimed) => {
  expect(aimedAt(events)).toBe(aimed)
})

test('whatever happens: keys that are off come on by nothing but the person’s focus', () => {
  const names = fc.constantFrom('', 'a', 'b', 'a b', 'b a', 'a2 b', 'c', 'a b c')
  const ids = fc.subarray(['a', 'b', 'c'])
  const others = fc.oneof(
    names.map(shown),
    ids.map(some => ruled(...some)),
    ids.map(some => refused(...some)),
    fc.tuple(names, fc.constantFrom('a', 'b', null)).map(([some, id]) => focused('page', some, id)),
    fc.constant<AimEvent>({ type: 'lost' }),
  )
  fc.assert(
    fc.property(fc.array(others), events => {
      expect(aimedAt([shown('a b'), shown('b'), ...events])).toBeNull()
    }),
  )
})

table([
  ['y', 'KeyY', 'y', 'QWERTY'],
  ['Y', 'KeyY', 'y', 'QWERTY with Caps Lock'],
  ['y', 'KeyZ', 'y', 'QWERTZ: the letter wins'],
  ['z', 'KeyY', 'z', 'QWERTZ'],
  ['a', 'KeyQ', 'a', 'AZERTY'],
  [',', 'KeyM', ',', 'AZERTY: a sign is no letter of another script'],
  ['.', 'KeyE', '.', 'Dvorak'],
  ['f', 'KeyY', 'f', 'Dvorak'],
  ['ı', 'KeyI', 'ı', 'Turkish: a Latin letter'],
  ['н', 'KeyY', 'y', 'Russian'],
  ['т', 'KeyN', 'n', 'Russian'],
  ['у', 'KeyE', 'e', 'Russian'],
  ['к', 'KeyR', 'r', 'Russian'],
  ['ф', 'KeyA', 'a', 'Russian'],
  ['о', 'KeyJ', 'j', 'Russian'],
  ['л', 'KeyK', 'k', 'Russian'],
  ['ь', 'KeyM', 'm', 'Russian'],
  ['Н', 'KeyY', 'y', 'Russian with Caps Lock'],
  ['υ', 'KeyY', 'y', 'Greek'],
  ['ט', 'KeyY', 'y', 'Hebrew'],
  ['ั', 'KeyY', 'y', 'Thai, a mark'],
  ['ж', 'Semicolon', 'ж', 'Russian, on no letter'],
  ['Enter', 'Enter', 'Enter', 'a key with a name'],
  ['Dead', 'KeyN', 'Dead', 'a dead key'],
  [' ', 'Space', ' ', 'space'],
])('the key of a command is its letter on any layout', (key, code, letter) => {
  expect(keyLetter({ key, code, shiftKey: false })).toBe(letter)
})

test('with Shift a key is what it gives', () => {
  expect(keyLetter({ key: 'Y', code: 'KeyY', shiftKey: true })).toBe('Y')
  expect(keyLetter({ key: '?', code: 'Slash', shiftKey: true })).toBe('?')
})

const key = (letter: string, code: string) => ({ key: letter, code, shiftKey: false })
const commandOf = (events: AimEvent[], letter: string, code = `Key${letter.toUpperCase()}`) =>
  keyCommand(events.reduce<KeyAim>(aimAfter, NO_AIM), key(letter, code))

test.each([
  { letter: 'y', foreign: 'н', code: 'KeyY', command: { do: 'press', letter: 'y' } },
  { letter: 'n', foreign: 'т', code: 'KeyN', command: { do: 'press', letter: 'n' } },
  { letter: 'e', foreign: 'у', code: 'KeyE', command: { do: 'press', letter: 'e' } },
  { letter: 'r', foreign: 'к', code: 'KeyR', command: { do: 'replace' } },
])(
  'the command $letter is for the current call, and on a Russian layout its key is $foreign',
  ({ letter, foreign, code, command }) => {
    const aimed = [shown('a b'), focused('person', 'a b', 'b')]
    expect(commandOf(aimed, letter)).toEqual({ ...command, callId: 'b' })
    expect(commandOf(aimed, foreign, code)).toEqual({ ...command, callId: 'b' })
  },
)

test('the commands to move and to approve all, and what is none', () => {
  const first = [shown('a b')]
  const last = [shown('a b'), focused('person', 'a b', 'b')]
  expect(commandOf(first, 'j')).toEqual({ do: 'go', callId: 'b' })
  expect(commandOf(first, 'о', 'KeyJ')).toEqual({ do: 'go', callId: 'b' })
  expect(commandOf(first, 'k')).toBeNull()
  expect(commandOf(last, 'л', 'KeyK')).toEqual({ do: 'go', callId: 'a' })
  expect(commandOf(last, 'j')).toBeNull()
  expect(commandOf(first, 'ф', 'KeyA')).toEqual({ do: 'approve all', callId: 'a' })
  for (const letter of ['x', 'q', 'Enter', 'Escape', ' ']) expect(commandOf(first, letter)).toBeNull()
  expect(keyCommand(aimAfter(NO_AIM, shown('a')), { key: 'Y', code: 'KeyY', shiftKey: true })).toBeNull()
})

test('no key is a command while keys are off, or where nothing waits', () => {
  for (const letter of ['y', 'n', 'e', 'r', 'a', 'j', 'k']) {
    expect(commandOf([shown('a b c'), shown('b c')], letter)).toBeNull()
    expect(commandOf([shown('')], letter)).toBeNull()
  }
})

const FREE = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, isComposing: false }

table([
  ['Enter', { keyCode: 13 }, 'send'],
  ['Enter', { keyCode: 13, shiftKey: true }, null],
  ['Enter', { keyCode: 13, ctrlKey: true }, null],
  ['Enter', { keyCode: 13, altKey: true }, null],
  ['Enter', { keyCode: 13, metaKey: true }, null],
  ['Enter', { keyCode: 13, isComposing: true }, null],
  ['Enter', { keyCode: 229 }, null],
  ['Escape', { keyCode: 27 }, 'leave'],
  ['Escape', { keyCode: 27, isComposing: true }, null],
  ['Escape', { keyCode: 229 }, null],
  ['y', { keyCode: 89 }, null],
  ['ArrowUp', { keyCode: 38 }, 'recall'],
  ['ArrowUp', { keyCode: 38, shiftKey: true }, null],
  ['ArrowUp', { keyCode: 229 }, null],
])('in the message box a key is for what it says', (name, modifiers, command) => {
  const event = { ...FREE, key: name, ...modifiers }
  expect(messageCommand(event, false)).toBe(command)
  // On a touch screen the button sends.
  expect(messageCommand(event, true)).toBe(command === 'send' ? null : command)
})

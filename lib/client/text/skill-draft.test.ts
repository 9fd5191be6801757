import { describe, expect, test } from 'vitest'
import {
  draftAsText,
  draftInText,
  draftState,
  type SkillTarget,
  skillDraftKey,
  skillTarget,
} from './skill-draft'

test.each<SkillTarget | null>([
  null,
  { kind: 'new' },
  { kind: 'own', id: 'release-notes' },
  { kind: 'own', id: 'Заметки & co' },
  { kind: 'copy', name: 'notes' },
])('the address of %j leads back to it', target => {
  const { pathname, searchParams } = new URL(skillDraftKey(target), 'http://localhost')
  expect([pathname, skillTarget(searchParams)]).toEqual(['/skills', target])
})

describe('a draft', () => {
  test.each([
    { text: '', hash: null },
    { text: '---\nname: "notes"\n', hash: 'sha256:00' },
  ])('%j is kept as it is', draft => {
    expect(draftInText(draftAsText(draft))).toEqual(draft)
  })

  test.each(['', '{', '[]', '7', '{"hash":"a"}', '{"text":1}'])('is none of %j', stored => {
    expect(draftInText(stored)).toBeNull()
  })

  test.each([
    [{ text: 'mine', hash: null }, null, 'changed'],
    [{ text: 'mine', hash: 'a' }, null, 'changed'],
    [{ text: 'theirs', hash: 'a' }, { text: 'theirs', hash: 'b' }, 'same'],
    [{ text: 'mine', hash: 'a' }, { text: 'before', hash: 'a' }, 'changed'],
    [{ text: 'mine', hash: 'a' }, { text: 'theirs', hash: 'b' }, 'stale'],
    [{ text: 'mine', hash: null }, { text: 'theirs', hash: 'b' }, 'stale'],
  ] as const)('%j beside what is stored, %j, is %s', (draft, stored, state) => {
    expect(draftState(draft, stored)).toBe(state)
  })
})

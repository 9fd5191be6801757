import { describe, expect, test } from 'vitest'
import { joinSkills, type Skill, skillCommand } from './skill'
import { readSkillFile } from './skill-file'

const file = (head: string, body = 'Do it so.') => `---\n${head}\n---\n\n${body}\n`

describe('a SKILL.md', () => {
  test('has a name, a description and a text', () => {
    expect(readSkillFile(file('name: notes\ndescription: How notes are written'), 'notes')).toEqual({
      ...{
        name: 'notes',
        description: 'How notes are written',
        isHidden: false,
        body: 'Do it so.',
        warnings: [],
      },
    })
  })

  test.each([
    ['description: plain # and a comment', 'plain'],
    ['description: "with \\"quotes\\" and: a colon"', 'with "quotes" and: a colon'],
    ["description: 'it''s so'", "it's so"],
    ['description: >-\n  folded\n  over lines', 'folded over lines'],
    ['description: |\n  kept\n  lines', 'kept\nlines'],
    ['description: over\n  two lines', 'over two lines'],
    [
      'license: MIT\nallowed-tools: [a, b]\nmetadata:\n  version: 1\ndescription: after others',
      'after others',
    ],
    ['# a comment\n\ndescription: after a comment', 'after a comment'],
  ])('may write its head as %j', (head, description) => {
    const read = readSkillFile(file(`name: notes\n${head}`), 'notes')
    expect(read).toMatchObject({ description, warnings: [] })
    expect(read.fault).toBeUndefined()
  })

  test('may have Windows lines and a byte order mark', () => {
    const text = `\uFEFF${file('name: notes\ndescription: How')}`.replaceAll('\n', '\r\n')
    expect(readSkillFile(text, 'notes')).toMatchObject({ name: 'notes', body: 'Do it so.' })
  })

  test.each(['hidden-from-model: true', 'disable-model-invocation: true'])('is hidden by %s', line => {
    expect(readSkillFile(file(`name: notes\ndescription: How\n${line}`), 'notes').isHidden).toBe(true)
  })

  test.each<[string, RegExp]>([
    ['Just text', /does not begin with a line ---/],
    ['', /does not begin with a line ---/],
    ['---\nname: notes', /not ended by a second line ---/],
    [file('description: How'), /names no name/],
    [file('name: Notes\ndescription: How'), /not made of a-z, 0-9 and -/],
    [file(`name: ${'n'.repeat(65)}\ndescription: How`), /64 at most/],
    [file('name: notes'), /no description/],
    [file('name: notes\ndescription: "  "'), /no description/],
    [file('name: notes\ndescription: How', ''), /no text after its head/],
    [file('name: notes\nname: again\ndescription: How'), /says name twice/],
    [file('name: notes\njust words'), /Line 3 of its head is not “key: value”/],
    [file('name: "notes\ndescription: How'), /quotes of name/],
  ])('%j cannot be used', (text, fault) => {
    expect(readSkillFile(text, 'notes').fault).toMatch(fault)
  })

  test.each<[string, string, RegExp]>([
    [file(`name: notes\ndescription: ${'d'.repeat(201)}`), 'notes', /longer than 200/],
    [file('name: notes\ndescription: How'), 'other', /named notes, and its folder other/],
  ])('has a warning, and can be used', (text, folder, warning) => {
    const read = readSkillFile(text, folder)
    expect(read.fault).toBeUndefined()
    expect(read.warnings).toEqual([expect.stringMatching(warning)])
  })
})

const skill = (given: Partial<Skill>): Skill => ({
  ...{ name: 'notes', description: 'How', source: 'workspace', path: 'p', warnings: [], body: 'b' },
  ...{ isUsable: true, isHidden: false, isOffered: true },
  ...given,
})

describe('of two skills with one name', () => {
  test('the owner’s is used, and the other says so', () => {
    const [first, second] = joinSkills(
      [skill({ source: 'owner', path: 'skills/notes/SKILL.md' })],
      [skill({})],
    )
    expect(first).toMatchObject({ isOffered: true, warnings: [] })
    expect(second).toMatchObject({
      ...{ isUsable: false, isOffered: false },
      warnings: [
        'Another skill has this name and is used instead: skills/notes/SKILL.md of the data directory.',
      ],
    })
  })

  test('one that cannot be used takes no name', () => {
    const joined = joinSkills([skill({ source: 'owner', isUsable: false, isOffered: false })], [skill({})])
    expect(joined.map(({ isOffered }) => isOffered)).toEqual([false, true])
  })
})

test.each<[string, ReturnType<typeof skillCommand>]>([
  ['/skill:notes', { name: 'notes', rest: '' }],
  ['/skill:notes of today', { name: 'notes', rest: 'of today' }],
  [' /skill:notes\nof today', { name: 'notes', rest: 'of today' }],
  ['/skill:', { name: '', rest: '' }],
  ['Use /skill:notes', null],
  ['/skills', null],
])('%j asks for %j', (text, asked) => {
  expect(skillCommand(text)).toEqual(asked)
})

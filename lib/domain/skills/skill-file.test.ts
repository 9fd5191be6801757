import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phrase } from '@/lib/messages/phrase'
import { table } from '@/test/table'
import { isSkillFolder, joinSkills, type Skill, skillCommand } from './skill'
import { readSkillFile, SKILL_BYTES, skillFileText } from './skill-file'

const file = (head: string, body = 'Do it so.') => `---\n${head}\n---\n\n${body}\n`

describe('a SKILL.md', () => {
  test('has a name, a description and a text, also with Windows lines, and before it has a folder', () => {
    const text = file('name: notes\ndescription: How notes are written')
    const skill = {
      name: 'notes',
      description: 'How notes are written',
      isHidden: false,
      body: 'Do it so.',
      warnings: [],
    }
    expect(readSkillFile(text, 'notes')).toEqual(skill)
    expect(readSkillFile(`\uFEFF${text}`.replaceAll('\n', '\r\n'), 'notes')).toEqual(skill)
    expect(readSkillFile(text)).toEqual(skill)
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

  test.each(['hidden-from-model: true', 'disable-model-invocation: true'])('is hidden by %s', line => {
    expect(readSkillFile(file(`name: notes\ndescription: How\n${line}`), 'notes').isHidden).toBe(true)
  })

  table<[string, number, RegExp]>([
    ['Just text', 1, /does not begin with a line ---/],
    ['', 1, /does not begin with a line ---/],
    ['---\nname: notes', 1, /not ended by a second line ---/],
    [file('description: How'), 3, /names no name/],
    [file('description: How\nname: Notes'), 3, /not made of a-z, 0-9 and -/],
    [file(`name: ${'n'.repeat(65)}\ndescription: How`), 2, /64 at most/],
    [file('name: notes'), 3, /no description/],
    [file('name: notes\ndescription: "  "'), 3, /no description/],
    [file('name: notes\ndescription: How', ''), 4, /no text after its head. Write below line 4/],
    [file('name: notes\nname: again\ndescription: How'), 3, /says name twice, again in line 3/],
    [file('name: notes\njust words'), 3, /Line 3 of its head is not “key: value”/],
    [file('description: |\n  one\n  two\nname: "notes'), 5, /quotes of name in line 5/],
    [file('name: notes\ndescription: How', 'ё'.repeat(SKILL_BYTES / 2)), 1, /larger than 64 KB/],
  ])('cannot be used where it is wrong, and says in which line', (text, line, words) => {
    const { fault, warnings } = readSkillFile(text, 'notes')
    expect(fault?.line).toBe(line)
    expect(fault && phrase(fault.codedText)).toMatch(words)
    expect(warnings).toEqual([fault?.codedText])
  })

  test.each<[string, string, RegExp]>([
    [file(`name: notes\ndescription: ${'d'.repeat(201)}`), 'notes', /longer than 200/],
    [file('name: notes\ndescription: How'), 'other', /named notes, and its folder other/],
  ])('has a warning, and can be used', (text, folder, warning) => {
    const read = readSkillFile(text, folder)
    expect(read.fault).toBeUndefined()
    expect(read.warnings.map(phrase)).toEqual([expect.stringMatching(warning)])
  })

  test('that is written is read as the same', () => {
    const text = fc.string({ minLength: 1 }).map(drawn => drawn.trim())
    const strange = [
      '# no comment',
      'a # b',
      '"a',
      "'a",
      '|',
      '>-',
      '---',
      'a: b',
      '\u2028',
      'ё\r\n---',
      '\\',
    ]
    const description = fc.oneof(text, fc.constantFrom(...strange)).filter(drawn => drawn.trim() !== '')
    const body = text.filter(drawn => drawn !== '').map(drawn => drawn.replace(/\r\n?/g, '\n').trim())
    fc.assert(
      fc.property(description, body, fc.boolean(), (description, body, isHidden) => {
        fc.pre(body !== '')
        const skill = { name: 'notes', description: description.trim(), isHidden, body }
        expect(readSkillFile(skillFileText(skill), 'notes')).toMatchObject(skill)
      }),
    )
  })
})

test.each<[string, boolean]>([
  ['release-notes', true],
  ['Заметки о выпуске', true],
  ['a.b', true],
  ...['', '.', '..', '.hidden', 'a/b', '../a', 'a\\b', 'a\0b', 'a\u202Eb', 'a\n', 'n'.repeat(101)].map(
    (name): [string, boolean] => [name, false],
  ),
])('whether %j can be the folder of a skill: %s', (name, isOne) => {
  expect(isSkillFolder(name)).toBe(isOne)
})

const skill = (given: Partial<Skill>): Skill => ({
  name: 'notes',
  description: 'How',
  source: 'workspace',
  path: 'p',
  warnings: [],
  body: 'b',
  isUsable: true,
  isHidden: false,
  isOffered: true,
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
      isUsable: false,
      isOffered: false,
      warnings: [
        'Another skill has this name and is used instead: skills/notes/SKILL.md of the data directory.',
      ],
      warningMessages: [
        { code: 'skill.sameName', params: { path: 'skills/notes/SKILL.md', isOwners: 'yes' } },
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

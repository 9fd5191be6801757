import type { CodedText } from '@/lib/messages/phrase'
import { jsonIn } from '@/lib/text/json/json-value'

/** The most bytes of a SKILL.md. */
export const SKILL_BYTES = 65_536

/** What is said of skills alone: the page says it by itself, in every language. */
type WordsOfSkill = CodedText & { code: Extract<CodedText['code'], `skill.${string}`> }

type SkillFault = { codedText: WordsOfSkill; line: number }

/** The content of a SKILL.md. With a `fault` nothing else counts. */
export type SkillFile = {
  name: string
  description: string
  isHidden: boolean
  body: string
  warnings: WordsOfSkill[]
  fault?: SkillFault
}

const NAME = /^[a-z0-9-]{1,64}$/
const LONG_DESCRIPTION = 200
const HIDDEN = ['hidden-from-model', 'disable-model-invocation']

/**
 * Reads a SKILL.md: front matter between two lines `---`, then the text. `folder` names it if the front matter does
 * not; undefined for one that gets the folder of its name.
 */
export function readSkillFile(text: string, folder?: string): SkillFile {
  if (isTooLarge(text)) return broken(folder, fault(1, 'tooLarge'))
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n/)
  const end = lines.indexOf('---', 1)
  if (lines[0] !== '---') return broken(folder, fault(1, 'noHead'))
  if (end < 0) return broken(folder, fault(1, 'openHead'))
  const head = readHead(lines.slice(1, end))
  if ('codedText' in head) return broken(folder, head)
  const body = lines.slice(end + 1).join('\n')
  return usable({ head, end, body: body.trim() }, folder)
}

function usable({ head, end, body }: { head: Head; end: number; body: string }, folder?: string): SkillFile {
  const name = head.get('name')?.value ?? ''
  const description = (head.get('description')?.value ?? '').trim()
  const lineOf = (key: string): number => head.get(key)?.line ?? end + 1
  if (name === '') return broken(folder, fault(lineOf('name'), 'noName'))
  if (!NAME.test(name)) return broken(folder, fault(lineOf('name'), 'otherName', { name: name.slice(0, 80) }))
  if (description === '') return broken(name, fault(lineOf('description'), 'noDescription'))
  if (body === '') return broken(name, fault(end + 1, 'noText'))
  const isHidden = HIDDEN.some(key => head.get(key)?.value === 'true')
  return { name, description, isHidden, body, warnings: warningsOf({ name, description }, folder) }
}

const warningsOf = (
  { name, description }: Pick<SkillFile, 'name' | 'description'>,
  folder = name,
): WordsOfSkill[] => [
  ...(description.length > LONG_DESCRIPTION
    ? [{ code: 'skill.longDescription' as const, params: { most: LONG_DESCRIPTION } }]
    : []),
  ...(name === folder ? [] : [{ code: 'skill.otherFolder' as const, params: { name, folder } }]),
]

const isTooLarge = (text: string): boolean =>
  text.length > SKILL_BYTES || new TextEncoder().encode(text).length > SKILL_BYTES

type FaultName = WordsOfSkill['code'] extends `skill.${infer Name}` ? Name : never

const fault = (line: number, name: FaultName, params: CodedText['params'] = {}): SkillFault => ({
  codedText: { code: `skill.${name}`, params: { line, ...params } },
  line,
})

const broken = (name: string | undefined, fault: SkillFault): SkillFile => ({
  name: name ?? '',
  description: '',
  isHidden: false,
  body: '',
  warnings: [fault.codedText],
  fault,
})

const KEY = /^([A-Za-z][\w-]*):(?:[ \t]+(.*))?$/

type Head = Map<string, { value: string; line: number }>

/** What the head says, or what is wrong with it. A small part of YAML, read strictly. */
function readHead(lines: string[]): Head | SkillFault {
  const head: Head = new Map()
  for (let at = 0; at < lines.length; at += 1) {
    const text = lines[at] ?? ''
    if (text.trim() === '' || text.startsWith('#')) continue
    const line = at + 2
    const [, key, first = ''] = KEY.exec(text) ?? []
    if (key === undefined) return fault(line, 'noKey')
    if (head.has(key)) return fault(line, 'twice', { key })
    const indented: string[] = []
    while (/^[ \t]|^$/.test(lines[at + 1] ?? '-')) indented.push(lines[++at]?.trim() ?? '')
    const value = valueIn(first.trim(), indented)
    if (value === null) return fault(line, 'openQuotes', { key })
    head.set(key, { value, line })
  }
  return head
}

function valueIn(first: string, indented: string[]): string | null {
  if (/^[|>][+-]?$/.test(first)) return indented.join(first.startsWith('|') ? '\n' : ' ').trim()
  const whole = [first, ...indented].join(' ').trim()
  // A text that begins so and is JSON is a string.
  if (whole.startsWith('"')) return jsonIn(whole, null) as string | null
  if (whole.startsWith("'"))
    return /^'(?:[^']|'')*'$/.test(whole) ? whole.slice(1, -1).replaceAll("''", "'") : null
  return whole.replace(/(^|\s)#.*$/, '').trim()
}

/** The file of a skill, so that reading it gives the same again. */
export const skillFileText = ({
  name,
  description,
  isHidden = false,
  body,
}: Pick<SkillFile, 'name' | 'description' | 'body'> & { isHidden?: boolean }): string =>
  [
    '---',
    `name: ${name}`,
    `description: ${headValue(description)}`,
    ...(isHidden ? [`${HIDDEN[0]}: true`] : []),
    '---',
    '',
    body,
    '',
  ].join('\n')

const headValue = (text: string): string =>
  /^[\p{L}\p{N}].*$/u.test(text) && !/\s#|\s$/.test(text)
    ? text
    : JSON.stringify(text).replace(/[\u2028\u2029]/g, end => `\\u${end.charCodeAt(0).toString(16)}`)

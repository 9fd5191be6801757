/** The content of a SKILL.md. `fault`: why it cannot be used; then nothing else counts. */
export type SkillFile = {
  name: string
  description: string
  isHidden: boolean
  body: string
  warnings: string[]
  fault?: string
}

const NAME = /^[a-z0-9-]{1,64}$/
const LONG_DESCRIPTION = 200
const HIDDEN = ['hidden-from-model', 'disable-model-invocation']

/**
 * Reads a SKILL.md: front matter between two lines `---`, then the text. `folder` names it if the front matter does
 * not.
 */
export function readSkillFile(text: string, folder: string): SkillFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n/)
  const end = lines.indexOf('---', 1)
  if (lines[0] !== '---')
    return broken(folder, 'It does not begin with a line ---, followed by name and description.')
  if (end < 0) return broken(folder, 'Its head is not ended by a second line ---.')
  const head = readHead(lines.slice(1, end))
  if (typeof head === 'string') return broken(folder, head)
  const name = head.get('name') ?? ''
  const description = (head.get('description') ?? '').trim()
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim()
  if (name === '') return broken(folder, 'Its head names no name.')
  if (!NAME.test(name))
    return broken(folder, `Its name is not made of a-z, 0-9 and -, 64 at most: ${name.slice(0, 80)}`)
  if (description === '') return broken(name, 'Its head has no description.')
  if (body === '') return broken(name, 'It has no text after its head.')
  const warnings = [
    ...(description.length > LONG_DESCRIPTION
      ? [`Its description is longer than ${LONG_DESCRIPTION} characters: every run pays for it.`]
      : []),
    ...(name === folder ? [] : [`It is named ${name}, and its folder ${folder}.`]),
  ]
  return { name, description, isHidden: HIDDEN.some(key => head.get(key) === 'true'), body, warnings }
}

const broken = (name: string, fault: string): SkillFile => ({
  ...{ name, description: '', isHidden: false, body: '', warnings: [fault], fault },
})

const KEY = /^([A-Za-z][\w-]*):(?:[ \t]+(.*))?$/

/** Keys and their string values, or what is wrong, in words. A small part of YAML, read strictly. */
function readHead(lines: string[]): Map<string, string> | string {
  const found = new Map<string, string>()
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, key, given = ''] = KEY.exec(line) ?? []
    if (key === undefined) return `Line ${at + 2} of its head is not “key: value”.`
    if (found.has(key)) return `Its head says ${key} twice.`
    const indented: string[] = []
    while (/^[ \t]|^$/.test(lines[at + 1] ?? '-')) indented.push(lines[++at]?.trim() ?? '')
    const value = valueIn(given.trim(), indented)
    if (value === null) return `The quotes of ${key} in its head do not end.`
    found.set(key, value)
  }
  return found
}

function valueIn(first: string, indented: string[]): string | null {
  if (/^[|>][+-]?$/.test(first)) return indented.join(first.startsWith('|') ? '\n' : ' ').trim()
  const whole = [first, ...indented].join(' ').trim()
  if (whole.startsWith('"')) return /^"(?:[^"\\]|\\.)*"$/.test(whole) ? unescaped(whole) : null
  if (whole.startsWith("'"))
    return /^'(?:[^']|'')*'$/.test(whole) ? whole.slice(1, -1).replaceAll("''", "'") : null
  return whole.replace(/(^|\s)#.*$/, '').trim()
}

function unescaped(text: string): string | null {
  try {
    return String(JSON.parse(text))
  } catch {
    return null
  }
}

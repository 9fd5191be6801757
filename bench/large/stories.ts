import { disorderly } from '@/lib/testing/world/disorderly'

/** A session: files that lie there, what the person says, the Calls that the model proposes, and its answer. */
export type Story = {
  name: string
  files?: [name: string, content: string][]
  message?: string
  calls: [tool: string, args: unknown][]
  text?: string
}

const MB = 1_048_576

/** Texts that cost something: of ordinary characters, of what may be a secret, of letters from elsewhere. */
const KINDS = {
  prose: '',
  letters: 'x',
  signs: 'a:b=c ',
  secrets: 'api_key="Zx9kQ2vB7nM4tR8s"\n',
  cyrillic: 'Съешь же ещё этих мягких булок. ',
  breaks: '"\\\n',
}

/** Everything at the size that the contract allows. `prose`: some ordinary text. */
export function storiesOf(prose: string): Story[] {
  const text = (kind: keyof typeof KINDS, chars: number): string => {
    const piece = KINDS[kind] || prose
    return piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars)
  }
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]
  const lines = (change: number): string =>
    Array.from({ length: 19_000 }, (_, at) =>
      at % change === 0 ? `changed ${at}` : `line ${at} of the file`,
    ).join('\n')
  const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`key ${at}`, at]))
  return [
    ...kinds.map((kind): Story => {
      const content = text(kind, kind === 'cyrillic' ? MB : 1.9 * MB)
      return {
        name: `write_file of 1.9 MB, ${kind}`,
        calls: [['write_file', { path: `${kind}.txt`, content }]],
      }
    }),
    {
      name: 'write_file over another of 0.9 MB',
      files: [['over.txt', text('prose', 0.9 * MB)]],
      calls: [['write_file', { path: 'over.txt', content: text('cyrillic', 0.4 * MB) }]],
    },
    {
      name: 'write_file with a diff of many lines',
      files: [['lines.txt', lines(1e9)]],
      calls: [['write_file', { path: 'lines.txt', content: lines(20) }]],
    },
    {
      name: 'edit_file of 4.9 MB, everywhere',
      files: [['edited.txt', text('prose', 4.9 * MB)]],
      calls: [['edit_file', { path: 'edited.txt', old: 'the', new: 'THE', all: true }]],
    },
    {
      name: 'edit_file with 0.9 MB in place of as much',
      files: [['same.txt', text('prose', 0.9 * MB)]],
      calls: [
        ['edit_file', { path: 'same.txt', old: text('prose', 0.9 * MB), new: text('signs', 0.9 * MB) }],
      ],
    },
    {
      name: 'read_file of 5 MB',
      files: [['read.txt', text('prose', 5 * MB)]],
      calls: [['read_file', { path: 'read.txt' }]],
    },
    {
      name: 'search_files in 5 MB, an expression that remembers',
      files: [['search.txt', `${disorderly(100_000)}\n`.repeat(50)]],
      calls: [['search_files', { pattern: 'a[ac]{200}[bd]' }]],
    },
    { name: 'search_files for 1.9 MB', calls: [['search_files', { pattern: text('prose', 1.9 * MB) }]] },
    { name: 'list_files of a path of 1.9 MB', calls: [['list_files', { path: text('prose', 1.9 * MB) }]] },
    { name: 'file_info of a path of 1.9 MB', calls: [['file_info', { path: text('signs', 1.9 * MB) }]] },
    { name: 'set_state of 9,000 keys', calls: [['set_state', { patch: many }]] },
    { name: 'set_state of 1.9 MB', calls: [['set_state', { patch: { text: text('prose', 1.9 * MB) } }]] },
    {
      name: 'update_plan of 1.9 MB',
      calls: [['update_plan', { steps: [{ id: 'a', title: text('prose', 1.9 * MB), status: 'pending' }] }]],
    },
    { name: 'remember 1.9 MB', calls: [['remember', { text: text('prose', 1.9 * MB) }]] },
    { name: 'recall 1.9 MB', calls: [['recall', { query: text('prose', 1.9 * MB) }]] },
    { name: 'read_skill named in 1.9 MB', calls: [['read_skill', { name: text('prose', 1.9 * MB) }]] },
    {
      name: 'a tool that is not there, 1.9 MB',
      calls: [['no_such_tool', { text: text('secrets', 1.9 * MB) }]],
    },
    {
      name: '150,000 unknown keys',
      calls: [['write_file', Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`k${at}`, 1]))]],
    },
    ...kinds.map(
      (kind): Story => ({
        name: `a message of 0.9 MB, ${kind}`,
        message: text(kind, kind === 'cyrillic' ? 0.45 * MB : 0.9 * MB),
        calls: [],
      }),
    ),
    ...kinds.map(
      (kind): Story => ({ name: `a reply of 0.9 MB, ${kind}`, text: text(kind, 0.9 * MB), calls: [] }),
    ),
  ]
}

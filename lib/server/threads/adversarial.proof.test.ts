import { describe, expect, test } from 'vitest'
import { code, fenced, inLine, prose } from '@/lib/agent/export/markdown-text'
import { whyNotKept } from '@/lib/domain/memory/memory-block'
import { queryWords } from '@/lib/domain/memory/recall'
import { commandRisks } from '@/lib/domain/policy/command-risks'
import { plainInternalHost } from '@/lib/domain/policy/internal-host'
import { matches } from '@/lib/domain/policy/matches'
import { handlePieces, holdsHandle } from '@/lib/domain/policy/secret-handle'
import { suspicionsIn } from '@/lib/domain/policy/suspicious-text'
import { isTrustedFile } from '@/lib/domain/policy/trusted-files'
import { titleFrom } from '@/lib/domain/session/session'
import { skillCommand } from '@/lib/domain/skills/skill'
import { readSkillFile } from '@/lib/domain/skills/skill-file'
import { countsIn, isOverflow } from '@/lib/models/failure'
import { readDemoMessage } from '@/lib/models/scripted/demo-requests'
import { fileName } from '@/lib/server/http/file-reply'
import { plainName, prosePieces, visiblePieces } from '@/lib/text/hidden-characters'
import { parseJsonText } from '@/lib/text/json/json-text'
import { hasLookAlikesInName, hasLookAlikesInProse } from '@/lib/text/look-alikes'
import { searchTerms, wordsIn } from '@/lib/text/search-terms'
import { readShell } from '@/lib/text/shell/read-shell'
import { shownBlocks } from '@/lib/text/shown-blocks'
import { isSilentReply } from '@/lib/text/silent-reply'
import { oneLine } from '@/lib/text/truncate'
import { readPatch } from '@/lib/tools/files/patch/read-patch'
import { readAddress } from '@/lib/tools/web/web-address'
import { filled, isLinear } from '@/test/growth'

const glob =
  (value: string) =>
  (text: string): boolean =>
    matches({ argument: '/a', kind: 'glob', value }, { a: text })

/** Whatever reads, in the thread of everybody, what a model, a file, a server or a person wrote. */
const READERS: [string, (text: string) => unknown][] = [
  ['hidden characters', visiblePieces],
  ['hidden characters in prose', prosePieces],
  ['a name that is shown', plainName],
  ['look-alikes in a name', hasLookAlikesInName],
  ['look-alikes in prose', hasLookAlikesInProse],
  ['what is searched for', searchTerms],
  ['words of a text', wordsIn],
  ['blocks of a reply', text => shownBlocks(text, [])],
  ['a reply that says nothing', isSilentReply],
  ['one line', oneLine],
  ['a command', readShell],
  ['what a command risks', text => commandRisks(readShell(text))],
  ['an argument that a rule speaks of', glob('**/a/**')],
  ['an argument, and a rule of many parts', glob('**/*/**/*/**/a/**/*.ts')],
  ['an argument, and a rule of many stars', glob('*a*b*a*/*')],
  ['what is suspicious about a call', text => suspicionsIn(JSON.stringify({ content: text }), [text])],
  ['whether a path is of a trusted file', isTrustedFile],
  ['places of secrets', handlePieces],
  ['whether there is a place of a secret', holdsHandle],
  ['a host', plainInternalHost],
  ['an address', text => readAddress(`https://a/${text}`, [])],
  ['an address that is none', text => readAddress(text, [])],
  ['counts in what a model refuses', words => countsIn({ words, body: '', codes: [] })],
  ['whether a model says that it is too much', words => isOverflow(400, { words, body: '', codes: [] })],
  ['a message to the demo', readDemoMessage],
  ['why a memory is not kept', whyNotKept],
  ['a question to the memory', queryWords],
  ['a skill', text => readSkillFile(`---\n${text}\n---\n${text}`, 'a')],
  ['a command of a skill', skillCommand],
  ['arguments', parseJsonText],
  ['prose of an export', prose],
  ['a line of an export', inLine],
  ['a block of an export', text => fenced(text)],
  ['code of an export', code],
  ['a title', titleFrom],
  ['the name of a file', text => fileName(text, '.md')],
  ['a patch', readPatch],
  ['a patch of another kind', text => readPatch(`*** Begin Patch\n${text}`)],
]

/** What something would go back over, if it did. */
const PIECES = [
  ...[
    'a',
    'a/',
    ' ',
    '\n',
    '\r\n',
    ' \n',
    '*',
    '`',
    '```',
    '~~~',
    '<',
    '<a',
    '[',
    '](',
    '{',
    '{"a":',
    '"',
    '\\',
    "'",
  ],
  ...[
    '$(',
    '${',
    '((',
    '<<A\n',
    'a=',
    '&&',
    '#',
    '--',
    '--- a\n',
    '@@ -1 +1 @@\n',
    '9',
    '1,',
    '..',
    'a@',
    '://',
    '%',
  ],
  ...[
    'e\u0301',
    '\u200b',
    '\u202e',
    'аa',
    'а ',
    '⟦',
    '⟦secret:',
    'NO_REPLY',
    '_',
    '*** Add File: a\n+',
    '> ',
    '😀',
  ],
  ...[
    'key: ',
    '---\n',
    'context length is 1 tokens ',
    'input token count ',
    'context ',
    'read "',
    'say "a',
    'then ',
    '\ud800',
  ],
]

describe.each(READERS)('%s', (_, read) => {
  test('cost what their parts cost, however they go on', () => {
    const steep = PIECES.flatMap(piece => {
      const [quarter, whole] = [12_000, 48_000].map(size => `${filled(piece, size)}!x`)
      return isLinear(
        () => void read(quarter ?? ''),
        () => void read(whole ?? ''),
      )
        ? []
        : [piece]
    })
    expect(steep).toEqual([])
  })
})

import { describe, expect } from 'vitest'
import type { Matcher } from '@/lib/domain/policy/rule'
import { table } from '@/test/table'
import type { ToolDefinition } from '../define-tool'
import { condition, exact, inSrc, ruleVerdict } from '../testing/rule-verdict'
import { applyPatchTool } from './apply-patch'
import { deleteFile } from './delete-file'
import { copyFile, moveFile } from './move-file'
import { writeFile } from './write-file'

type Case = [string, ToolDefinition, Matcher[], unknown]

/** A rule about a path, and what is beside, above or under another name. */
const PATHS: Case[] = [
  ...[
    'src/../secret',
    'src/..',
    'src/./../secret',
    'src//../secret',
    'src\\..\\secret',
    '/src/a',
    '../src/a',
    'srcs/a',
    'src.bak/a',
    'SRC/a',
    'src',
    'a/src/b',
    'src/\u202ea',
    'src/a\u0000b',
    'ѕrc/a',
    'src/.env',
    'src/.git/hooks/pre-commit',
    'src/package.json',
    'src/.GIT/config',
    'src/a/.npmrc',
    'src/Makefile',
    'src/.envrc',
    'src/conftest.py',
    'src/.vscode/tasks.json',
    './src/../.env',
  ].map(
    path =>
      [`src/** and ${JSON.stringify(path)}`, writeFile, [inSrc('/path')], { path, content: 'a' }] as Case,
  ),
  ...['srcs/a', 'src', 'src/../a', '/src/', './../src/'].map(
    path =>
      [
        `the prefix src/ and ${path}`,
        writeFile,
        [condition('/path', 'prefix', 'src/')],
        { path, content: 'a' },
      ] as Case,
  ),
  ['exactly a and ./a', deleteFile, [exact('/path', 'a')], { path: './a' }],
  ['exactly a and a/', deleteFile, [exact('/path', 'a')], { path: 'a/' }],
  ['exactly .env and ./.env', deleteFile, [exact('/path', '.env')], { path: './.env' }],
  [
    'the prefix .env and .env',
    writeFile,
    [condition('/path', 'prefix', '.env')],
    { path: '.env', content: 'a' },
  ],
  ['the glob .env and .env', writeFile, [condition('/path', 'glob', '.env')], { path: '.env', content: 'a' }],
  [
    'a patch by its beginning',
    applyPatchTool,
    [condition('/patch', 'prefix', '*** Begin Patch\n*** Add File: a\n')],
    { patch: '*** Begin Patch\n*** Add File: a\n+b\n*** Add File: .bashrc\n+c\n*** End Patch\n' },
  ],
  [
    'a move onto a hook',
    moveFile,
    [inSrc('/from'), condition('/to', 'glob', '**')],
    { from: 'src/a', to: '.git/hooks/a' },
  ],
  [
    'a copy onto a hook',
    copyFile,
    [inSrc('/from'), condition('/to', 'glob', '**')],
    { from: 'src/a', to: '.husky/a' },
  ],
]

describe('a rule about a path', () => {
  table(PATHS)('asks', (...[, tool, matchers, args]) => {
    expect(ruleVerdict(tool, args, { matchers })).toBe('ask')
  })
})

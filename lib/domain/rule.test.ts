import { describe, expect, test } from 'vitest'
import { isTrustedFile, Matcher } from './rule'

describe('files that tools run or trust by themselves', () => {
  test.each([
    '.git',
    '.git/config',
    'sub/.git/hooks/pre-commit',
    '.hg/hgrc',
    '.svn/entries',
    '.github/workflows/ci.yml',
    '.gitlab-ci.yml',
    '.gitlab/agents/a.yaml',
    '.circleci/config.yml',
    '.husky/pre-commit',
    '.githooks/pre-push',
    '.vscode/tasks.json',
    '.devcontainer/devcontainer.json',
    '.claude/settings.json',
    '.env',
    '.env.local',
    'apps/web/.env.production',
    '.mcp.json',
    'AGENTS.md',
    'sub/CLAUDE.md',
    'package.json',
    'a/b/package.json',
    '.npmrc',
    'Makefile',
    '.pre-commit-config.yaml',
    'Jenkinsfile',
  ])('%s is one', path => {
    expect(isTrustedFile(path)).toBe(true)
  })

  test.each(['.ENV', 'agents.MD', 'Package.JSON', '.GIT/config'])(
    '%s is one where the disk does not tell case apart',
    path => {
      expect(isTrustedFile(path)).toBe(true)
    },
  )

  test.each([
    '',
    'notes.md',
    'src/index.ts',
    'environment.md',
    'git/config',
    'my.git/config',
    'package.json.md',
    'a.package.json',
    'AGENTS.md.bak',
    'docs/env',
    'makefile.txt',
  ])('“%s” is none', path => {
    expect(isTrustedFile(path)).toBe(false)
  })
})

test('a matcher names its argument by a JSON pointer', () => {
  const matcher = { kind: 'exact', value: 'a' }
  for (const argument of ['', '/path', '/a~1b/0'])
    expect(Matcher.safeParse({ ...matcher, argument }).success).toBe(true)
  for (const argument of ['path', 'a/b'])
    expect(Matcher.safeParse({ ...matcher, argument }).success).toBe(false)
})

test.each([
  ['prefix', 1],
  ['glob', ''],
  ['host', null],
  ['range', {}],
  ['range', { min: '1' }],
  ['range', { from: 1 }],
  ['command', 'ls'],
  ['command', []],
  ['like', 'x'],
])('a matcher of kind %s with %j says nothing', (kind, value) => {
  expect(Matcher.safeParse({ argument: '/a', kind, value }).success).toBe(false)
})

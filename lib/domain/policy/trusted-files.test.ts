import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { isTrustedFile } from './trusted-files'

table([
  ...['.bashrc', 'home/me/.zshenv', '.profile', 'Documents/PowerShell/Microsoft.PowerShell_profile.ps1'],
  ...['.env', '.env.local', 'apps/web/.env.production', '.envrc', '.tool-versions'],
  ...['.git', '.git/config', 'sub/.git/hooks/pre-commit', '.gitattributes', '.gitmodules', 'data/HEAD'],
  ...['.hg/hgrc', '.svn/entries', '.husky/pre-commit', '.githooks/pre-push', '.pre-commit-config.yaml'],
  ...['.github/workflows/ci.yml', '.gitlab-ci.yml', '.gitlab/agents/a.yaml', '.circleci/config.yml'],
  ...['Jenkinsfile', 'azure-pipelines-release.yml', '.travis.yml', '.drone.yml'],
  ...[
    'Dockerfile',
    'Dockerfile.dev',
    'api.dockerfile',
    'compose.yaml',
    'compose.prod.yml',
    'docker-compose.yml',
  ],
  ...['.devcontainer/devcontainer.json', '.vscode/tasks.json', '.idea/workspace.xml', 'a.code-workspace'],
  ...['.claude/settings.json', '.cursor/rules/a.mdc', '.mcp.json', 'AGENTS.md', 'sub/CLAUDE.md', 'GEMINI.md'],
  ...['package.json', 'a/b/package.json', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs'],
  ...[
    'node_modules/.bin/eslint',
    'a/node_modules/b/index.js',
    'vite.config.ts',
    'jest.config.cjs',
    '.eslintrc.js',
  ],
  ...[
    'conftest.py',
    'tests/unit/conftest.py',
    'sitecustomize.py',
    'a.pth',
    'setup.py',
    'pyproject.toml',
    'tox.ini',
  ],
  ...['.cargo/config.toml', 'build.rs', 'sub/build.rs', 'go.work', 'Makefile', 'rules.mk', 'CMakeLists.txt'],
  ...['justfile', 'WORKSPACE', 'BUILD', 'pkg/BUILD.bazel', 'app/build.gradle.kts', 'gradlew', 'pom.xml'],
  ...[
    'Rakefile',
    'Gemfile',
    'a.gemspec',
    'composer.json',
    '.htaccess',
    'flake.nix',
    'main.tf',
    'ansible.cfg',
  ],
  ...[
    'binding.gyp',
    'buildSrc/src/main/kotlin/a.kt',
    'gatsby-node.mjs',
    'toxfile.py',
    'tox.toml',
    'hie.yaml',
  ],
  ...['.latexmkrc', 'src-tauri/tauri.conf.json', 'angular.json', 'vitest.workspace.ts', '.release-it.json'],
  ...[
    '.simple-git-hooks.json',
    'captainhook.json',
    'grumphp.yml',
    '.ebextensions/01.config',
    '.trunk/trunk.yaml',
  ],
  ...['.kamal/hooks/pre-deploy', '.rules', '.forward', '.pam_environment', 'pytest.toml'],
])('what is run or obeyed is one of them', path => {
  expect(isTrustedFile(path)).toBe(true)
})

test.each([
  ...['.ENV', 'agents.MD', 'Package.JSON', '.GIT/config', 'TESTS/ConfTest.PY', 'DOCKERFILE'],
  ...['.git./config', '.git /config', '.git::$INDEX_ALLOCATION/config', 'GIT~1/config', '.bashrc::$DATA'],
  ...[
    '.g\u200cit/config',
    '\uff0egit/config',
    '.\uff27\uff29\uff34/config',
    '.husky\\pre-commit',
    './.git/config',
  ],
])('%s is one of them where the disk folds names', path => {
  expect(isTrustedFile(path)).toBe(true)
})

test.each([
  ...['', 'notes.md', 'src/index.ts', 'environment.md', 'git/config', 'my.git/config', 'docs/env'],
  ...[
    'package.json.md',
    'a.package.json',
    'AGENTS.md.bak',
    'makefile.txt',
    'workspace-marker.ts',
    'composer.tsx',
  ],
  ...['src/hooks/use-draft.ts', 'vite.config.md', 'overhead', 'rebuild', 'build/index.html', 'conftest.txt'],
])('“%s” is none', path => {
  expect(isTrustedFile(path)).toBe(false)
})

test('every line of the list says where its program says so', () => {
  const text = readFileSync(new URL('./trusted-files.ts', import.meta.url), 'utf8')
  const lines = text.slice(text.indexOf('`\n') + 2, text.indexOf('\n`\n')).split('\n')
  expect(lines.length).toBeGreaterThan(80)
  for (const line of lines) expect(line).toMatch(/^\S[^#]*\S +# \S.{4,}$/)
})

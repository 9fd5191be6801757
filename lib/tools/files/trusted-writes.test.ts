import { describe, expect } from 'vitest'
import { commandRisks } from '@/lib/domain/policy/command-risks'
import { allowsCommand } from '@/lib/domain/policy/matches-command'
import { readShell } from '@/lib/text/shell/read-shell'
import { sampled, table } from '@/test/table'
import type { ToolDefinition } from '../define-tool'
import { condition, ruleVerdict } from '../testing/rule-verdict'
import { hash, registry, temporaryWorkspace } from '../testing/temporary-workspace'

/** Files that something other than a person reads and then does what they say, with who does. */
const CONFIGS: [string, string][] = [
  ['.env', 'programs that load their settings from it'],
  ['.env.local', 'Next.js, Vite'],
  ['.env.production', 'a server that is deployed'],
  ['sub/.env', 'a package below'],
  ['.envrc', 'direnv, when somebody enters the folder'],
  ['.mcp.json', 'an agent, which starts what it names'],
  ['mcp.json', 'an agent'],
  ['.mcp/servers.json', 'an agent'],
  ['AGENTS.md', 'an agent'],
  ['sub/AGENTS.md', 'an agent in a folder below'],
  ['CLAUDE.md', 'an agent'],
  ['CLAUDE.local.md', 'an agent'],
  ['GEMINI.md', 'an agent'],
  ['.claude/settings.json', 'an agent, whose hooks are commands'],
  ['.claude/settings.local.json', 'an agent'],
  ['.claude/commands/a.md', 'an agent'],
  ['.claude/agents/a.md', 'an agent'],
  ['.codex/config.toml', 'an agent'],
  ['.gemini/settings.json', 'an agent'],
  ['.cursor/mcp.json', 'an editor'],
  ['.cursor/rules/a.mdc', 'an editor'],
  ['.cursorrules', 'an editor'],
  ['.windsurf/rules/a.md', 'an editor'],
  ['.github/copilot-instructions.md', 'an editor'],
  ['.github/workflows/ci.yml', 'a runner with secrets'],
  ['.github/actions/a/action.yml', 'a runner'],
  ['.gitlab-ci.yml', 'a runner'],
  ['.circleci/config.yml', 'a runner'],
  ['Jenkinsfile', 'a runner'],
  ['.git/hooks/pre-commit', 'git, at the next commit'],
  ['.git/hooks/post-checkout', 'git'],
  ['.git/config', 'git: core.fsmonitor, core.pager, aliases'],
  ['.git/config.worktree', 'git'],
  ['.git/info/attributes', 'git: filters'],
  ['.git/modules/a/hooks/post-checkout', 'git, in a submodule'],
  ['sub/.git', 'git: a file that says where hooks are'],
  ['.gitconfig', 'git'],
  ['.gitattributes', 'git: filters and drivers'],
  ['.gitmodules', 'git: addresses that are cloned'],
  ['HEAD', 'git, which takes its folder for a repository'],
  ['.husky/pre-commit', 'husky'],
  ['.husky/_/husky.sh', 'husky'],
  ['.githooks/pre-push', 'git with core.hooksPath'],
  ['.pre-commit-config.yaml', 'pre-commit'],
  ['lefthook.yml', 'lefthook'],
  ['.lintstagedrc', 'lint-staged'],
  ['package.json', 'npm: scripts, and what is installed'],
  ['packages/a/package.json', 'npm'],
  ['package-lock.json', 'npm: addresses of packages'],
  ['.npmrc', 'npm: registry, script-shell'],
  ['.yarnrc.yml', 'yarn: yarnPath, plugins'],
  ['.pnpmfile.cjs', 'pnpm, at each installation'],
  ['bunfig.toml', 'bun: preload'],
  ['deno.json', 'deno: tasks'],
  ['node_modules/a/index.js', 'whoever imports it'],
  ['node_modules/.bin/eslint', 'npm scripts'],
  ['.bashrc', 'bash'],
  ['.bash_profile', 'bash'],
  ['.profile', 'sh'],
  ['.zshrc', 'zsh'],
  ['.zshenv', 'zsh, each time'],
  ['.config/fish/config.fish', 'fish'],
  ['.inputrc', 'readline'],
  ['.ssh/config', 'ssh: ProxyCommand'],
  ['.ssh/authorized_keys', 'sshd'],
  ['.vscode/tasks.json', 'an editor, when the folder is opened'],
  ['.vscode/settings.json', 'an editor: paths of programs'],
  ['.vscode/launch.json', 'an editor'],
  ['.vscode/extensions.json', 'an editor'],
  ['.idea/workspace.xml', 'an editor'],
  ['a.code-workspace', 'an editor'],
  ['.devcontainer/devcontainer.json', 'an editor: postCreateCommand'],
  ['.vimrc', 'vim'],
  ['.exrc', 'vi'],
  ['.dir-locals.el', 'emacs'],
  ['Makefile', 'make'],
  ['rules.mk', 'make'],
  ['justfile', 'just'],
  ['Taskfile.yml', 'task'],
  ['Dockerfile', 'docker build'],
  ['compose.yaml', 'docker compose'],
  ['Vagrantfile', 'vagrant'],
  ['pyproject.toml', 'pip, and what builds it'],
  ['setup.py', 'pip'],
  ['conftest.py', 'pytest'],
  ['sitecustomize.py', 'python, each time'],
  ['a.pth', 'python, each time'],
  ['tox.ini', 'tox'],
  ['Cargo.toml', 'cargo'],
  ['build.rs', 'cargo'],
  ['.cargo/config.toml', 'cargo: runner, rustc-wrapper'],
  ['build.gradle', 'gradle'],
  ['pom.xml', 'maven'],
  ['Gemfile', 'bundler'],
  ['Rakefile', 'rake'],
  ['composer.json', 'composer: scripts'],
  ['vite.config.ts', 'vite'],
  ['eslint.config.js', 'eslint'],
  ['.eslintrc.js', 'eslint'],
  ['jest.config.js', 'jest'],
  ['.babelrc', 'babel: plugins'],
  ['tsconfig.json', 'typescript: plugins'],
  ['next.config.mjs', 'next'],
  ['.storybook/main.ts', 'storybook'],
  ['main.tf', 'terraform'],
  ['ansible.cfg', 'ansible'],
  ['flake.nix', 'nix'],
  ['.tool-versions', 'asdf'],
  ['mise.toml', 'mise: hooks'],
  ['.lessfilter', 'less'],
  ['.mailcap', 'whoever opens an attachment'],
  ['.direnv/bin/git', 'direnv'],
  ['sub/.bin/eslint', 'npm scripts'],
  ['.amp/settings.json', 'an agent'],
  ['.qoder/mcp.json', 'an agent'],
  ['.bsp/sbt.json', 'an editor: argv of a build server'],
  ['.clj-kondo/hooks/a.clj', 'clj-kondo'],
  ['electron-builder.yml', 'electron-builder'],
  ['foundry.toml', 'forge: ffi'],
  ['lakefile.lean', 'lake'],
  ['bacon.toml', 'bacon'],
  ['Trunk.toml', 'trunk: hooks'],
  ['codegen.yml', 'a generator'],
  ['appspec.yml', 'CodeDeploy'],
  ['supervisord.conf', 'supervisord'],
  ['.s2i/bin/run', 'a container'],
  ['.lando.yml', 'lando'],
  ['.ddev/commands/host/a', 'ddev'],
  ['deploy.php', 'deployer'],
  ['vendor/autoload.php', 'php'],
  ['vendor/bin/phpunit', 'composer scripts'],
  ['.kitchen.yml', 'Test Kitchen'],
  ['skills/a/SKILL.md', 'an agent'],
  ['.countersign/skills/a/SKILL.md', 'this server, which offers it to models'],
  ['.ENV', 'whoever looks for .env on a disk that folds case'],
  ['.Git/Hooks/pre-commit', 'git on such a disk'],
  ['AGENTS.md.', 'an agent on a disk that drops the dot'],
]

type Way = (path: string) => { tool: string; args: object; paths: string[] }

function toolOf(name: string): ToolDefinition {
  const tool = registry.find(name)
  if (!tool) throw new Error(`There is no ${name}`)
  return tool
}

const everything = (argument: string) => condition(argument, 'glob', '**')

const envelope = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')

/** Each way to make such a file what somebody else wants, and the pointers of its paths. */
const WRITES: Way = path => ({ tool: 'write_file', args: { path, content: 'b\n' }, paths: ['/path'] })

const WAYS: [string, Way][] = [
  ['write', WRITES],
  ['edit', path => ({ tool: 'edit_file', args: { path, old: 'a', new: 'b' }, paths: ['/path'] })],
  ['delete', path => ({ tool: 'delete_file', args: { path }, paths: ['/path'] })],
  [
    'restore',
    path => ({ tool: 'restore_file', args: { path, from: hash('a\n'), to: hash('b\n') }, paths: ['/path'] }),
  ],
  [
    'move onto it',
    path => ({ tool: 'move_file', args: { from: 'notes/a', to: `new/${path}` }, paths: ['/from', '/to'] }),
  ],
  [
    'move it away',
    path => ({ tool: 'move_file', args: { from: path, to: 'notes/b' }, paths: ['/from', '/to'] }),
  ],
  [
    'copy',
    path => ({ tool: 'copy_file', args: { from: 'notes/a', to: `new/${path}` }, paths: ['/from', '/to'] }),
  ],
  [
    'make a folder above it',
    path => ({ tool: 'make_folder', args: { path: `new/${path}` }, paths: ['/path'] }),
  ],
  [
    'patch',
    path => ({
      tool: 'apply_patch',
      args: { patch: envelope(`*** Update File: ${path}`, '@@', '-a', '+b') },
      paths: ['/patch'],
    }),
  ],
  [
    'patch that makes it',
    path => ({
      tool: 'apply_patch',
      args: { patch: envelope('*** Add File: notes/c', '+c', `*** Add File: new/${path}`, '+b') },
      paths: ['/patch'],
    }),
  ],
  [
    'patch that moves onto it',
    path => ({
      tool: 'apply_patch',
      args: { patch: envelope('*** Update File: notes/a', `*** Move to: new/${path}`, '@@', '-a', '+b') },
      paths: ['/patch'],
    }),
  ],
]

describe('a file that something obeys', () => {
  const riskOf = async (call: Way, path: string): Promise<string[]> => {
    const workspace = temporaryWorkspace()
    workspace.put('notes/a', 'a\n')
    workspace.put(path, 'a\n')
    const { tool, args } = call(path)
    const shown = await workspace.previews(tool, args)
    return shown.kind === 'preview' ? shown.risks.map(({ level }) => level) : [shown.message]
  }

  table(sampled(CONFIGS, 12))('is of high risk where it is written', async path => {
    expect(await riskOf(WRITES, path)).toContain('high')
  })

  table(WAYS)('is of high risk whatever changes it', async (_, call) => {
    for (const path of ['.env', '.git/hooks/pre-commit', 'sub/package.json', '.claude/settings.json'])
      expect([path, await riskOf(call, path)]).toEqual([path, expect.arrayContaining(['high'])])
  })

  table(WAYS)('is changed by no rule but that about its exact path', (_, call) => {
    for (const [path] of CONFIGS) {
      const { tool, args, paths } = call(path)
      expect([path, ruleVerdict(toolOf(tool), args, { matchers: paths.map(everything) })]).toEqual([
        path,
        'ask',
      ])
    }
  })

  table(CONFIGS)('is not read either by the rule about reads', path => {
    expect(ruleVerdict(toolOf('read_file'), { path }, { matchers: [], reads: true, tool: '*' })).toBe('ask')
  })

  table(CONFIGS)('is high where a command writes it, and no wildcard covers it', path => {
    const risks = (command: string) => commandRisks(readShell(command)).map(({ level }) => level)
    expect(risks(`echo a > '${path}'`)).toContain('high')
    expect(risks(`echo a >> "./${path}"`)).toContain('high')
    for (const [rule, command] of [
      ['tee …', `tee '${path}'`],
      ['cp * *', `cp a '${path}'`],
      ['mv **/* **/*', `mv a './${path}'`],
      ['touch **', `touch '${path}'`],
      ['dd *', `dd 'of=${path}'`],
    ] as const)
      expect([command, allowsCommand(rule.split(' '), readShell(command))]).toEqual([command, false])
  })
})

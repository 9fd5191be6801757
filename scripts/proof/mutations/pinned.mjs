import { scenario } from './guards.mjs'

/** Tools of servers that are no longer what was accepted: I4. */

const changed = test => scenario('changed-tool', test)

/** @type {import('./mutations.mjs').Mutation[]} */
export const PINNED = [
  {
    invariant: 'I4 what ran is what was shown',
    name: 'a rule lets a tool pass that has changed',
    file: 'lib/domain/policy/judge.ts',
    from: "if (verdict === 'allow' && call.changed)",
    to: 'if (false)',
    guard: {
      file: 'lib/domain/policy/judge.test.ts',
      test: 'No Rule lets a tool pass that has changed',
    },
  },
  {
    invariant: 'I4 what ran is what was shown',
    name: 'a tool that a server has later is accepted with it',
    file: 'lib/run/process/live-servers.ts',
    from: 'if (row.catalog) return true',
    to: '',
    guard: changed('waits as well where it was never there before'),
  },
  {
    invariant: 'I4 what ran is what was shown',
    name: 'a definition is accepted that was not shown',
    file: 'lib/run/actions/servers/mcp-servers.ts',
    from: 'if (tool.definitionHash !== definitionHash)',
    to: 'if (false)',
    guard: changed('is accepted without a Call only as it was shown'),
  },
  {
    invariant: 'I4 what ran is what was shown',
    name: 'what a person lets run stays changed',
    file: 'lib/run/actions/store-decision.ts',
    from: "if (!letsRun(decision) || look?.wanted.kind !== 'sound') return",
    to: 'if (look) return',
    guard: changed('waits for a person, whatever was allowed, until that is accepted with it'),
  },
  {
    invariant: 'I4 what ran is what was shown',
    name: 'a new server is trusted by the rules of another that had its name',
    file: 'lib/store/call/tool-pin.ts',
    from: '!rules.some(rule => coversTool(rule, tool))',
    to: 'true',
    guard: scenario('rug-pull', 'asks once there is another behind its name'),
  },
  {
    invariant: 'I4 executed = decided = shown',
    name: 'a trial runs though it would do something else than was previewed',
    file: 'lib/run/actions/person-set.ts',
    from: 'assessment.digest === previewDigest)',
    to: 'assessment.digest !== undefined)',
    guard: {
      file: 'app/api/tools.database.test.ts',
      test: 'runs only as it was previewed: neither on another file, nor with other arguments',
    },
  },
]

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'

/** A mutation can make its guard compute without end, which no limit of a test ends: then it ends here. */
const ONE_MS = 180_000

const literal = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Runs the tests that guard some mutations, by name. `broken`: no test ran, or a file could not be read, so
 * that nothing was proven.
 *
 * @returns {Promise<{ verdict: 'passed' | 'failed' | 'broken', detail: string }>}
 */
export async function runGuards({ folder }, mutations, { env, signal }) {
  const report = path.join(folder, 'report.json')
  fs.rmSync(report, { force: true })
  const files = [...new Set(mutations.map(({ guard }) => guard.file))]
  const names = [...new Set(mutations.map(({ guard }) => literal(guard.test)))]
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs')
  const args = ['run', ...files, '--testNamePattern', names.join('|'), '--testTimeout', '20000']
  const output = ['--reporter=json', `--outputFile=${report}`]
  const first = mutations.length === 1 ? ['--bail', '1'] : []
  const child = spawn(process.execPath, [vitest, ...args, ...output, ...first], {
    ...{ cwd: folder, env, signal, stdio: ['ignore', 'ignore', 'pipe'] },
    detached: true, // a group, whose workers can be ended with it
  })
  let isOverdue = false
  const end = () => {
    isOverdue = true
    process.kill(-child.pid, 'SIGKILL')
  }
  const timer = mutations.length === 1 ? setTimeout(end, ONE_MS) : undefined
  let errors = ''
  child.stderr.on('data', text => {
    errors += text
  })
  await once(child, 'exit')
  clearTimeout(timer)
  if (isOverdue) return { verdict: 'failed', detail: `It timed out: no end after ${ONE_MS / 1000} s.` }
  if (!fs.existsSync(report)) return { verdict: 'broken', detail: errors }
  return verdictOf(JSON.parse(fs.readFileSync(report, 'utf8')))
}

function verdictOf(report) {
  const tests = report.testResults.flatMap(file => file.assertionResults)
  const failed = tests.filter(({ status }) => status === 'failed')
  const ran = failed.length + tests.filter(({ status }) => status === 'passed').length
  const unread = report.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const detail = failed
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`)
    .join('\n')
  if (unread.length > 0) return { verdict: 'broken', detail: unread.map(file => file.message).join('\n') }
  if (ran === 0) return { verdict: 'broken', detail: 'No test has that name.' }
  if (failed.length > 0) return { verdict: 'failed', detail }
  return { verdict: report.success ? 'passed' : 'failed', detail }
}

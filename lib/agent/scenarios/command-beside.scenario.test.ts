import { expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import { call, refused, type Scenario, type Scripted, scenario, startsSession } from '@/test/world/scenario'

const SERVER = { sandbox: { kind: 'bubblewrap' as const, read: [] }, cores: 2 }

/** The id of the Call that was proposed and approved. */
async function begins(s: Scenario, proposal: Scripted): Promise<string> {
  await s.plays([proposal, { text: 'Done.' }])
  const [tool = ''] = proposal.calls?.map(({ name }) => name) ?? []
  const set = await s.waitsOn(tool)
  await s.approves(tool)
  return set.calls[0]?.id ?? ''
}

const command = (text: string) => call('run_command', { command: text })
const paths = ({ calls }: CallSet) =>
  calls.map(({ proposed }) => JSON.parse(proposed.argumentsText).path).sort()

test('the revert of a command takes back what it wrote, not what other calls recorded while it ran', async () => {
  const first = await scenario({}, { server: SERVER })
  const { world, server } = first
  const second = await startsSession(world, server)
  for (const file of ['a', 'b', 'c']) await world.puts(file, 'old')
  const long = await begins(
    first,
    command('echo long > a; touch began; until [ -e go ]; do sleep 0.02; done'),
  )
  await world.until('its beginning', async () => (await world.files()).includes('began'))
  await begins(second, call('write_file', { path: 'b', content: 'new' }))
  await second.ends('final_text')
  const short = await begins(second, command('echo short > c'))
  await second.ends('final_text')
  await world.puts('go', '')
  await first.ends('final_text')
  expect(paths(await first.reverts(long))).toEqual(['a', 'began', 'go'])
  const notice = (await first.view()).transcript.at(-1)
  expect(notice?.codedText).toMatchObject({
    code: 'notice.leftOut',
    parts: [{ params: { path: 'b', tool: 'write_file' } }, { params: { path: 'c', tool: 'run_command' } }],
  })
  expect(paths(await second.reverts(short))).toEqual(['c'])
})

test('of a command that changed nothing but what others recorded nothing is reverted', async () => {
  const first = await scenario({}, { server: SERVER })
  const second = await startsSession(first.world, first.server)
  await first.world.puts('go', 'wait')
  const long = await begins(first, command('until grep -q now go; do sleep 0.02; done'))
  await begins(second, call('write_file', { path: 'go', content: 'now' }))
  for (const s of [second, first]) await s.ends('final_text')
  refused(await first.triesToRevert(long), 'invalid_request')
})

test('what a call changed that ended as the command began was not changed while it ran', async () => {
  const s = await scenario({}, { server: SERVER })
  const proposals = [call('write_file', { path: 'a', content: 'one' }), command('echo two >> a')]
  await s.plays([{ calls: proposals.flatMap(({ calls = [] }) => calls) }, { text: 'Done.' }])
  const set = await s.approvesAll(await s.waitsOn('write_file', 'run_command'))
  await s.ends('final_text')
  expect(paths(await s.reverts(set.calls[1]?.id ?? ''))).toEqual(['a'])
})

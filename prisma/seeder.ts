import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { decide } from '@/lib/agent/actions/decisions/decide'
import { openSession } from '@/lib/agent/actions/open-session'
import { stopSession } from '@/lib/agent/actions/runs'
import { intake } from '@/lib/agent/actions/send-message'
import { commit } from '@/lib/agent/loop/commit'
import { Lease } from '@/lib/agent/loop/lease'
import type { Deps } from '@/lib/agent/process/deps'
import type { WaitingCall } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'
import { authorOf, OWNER } from '@/lib/domain/contract/person'
import { Refusal } from '@/lib/domain/contract/problem'
import type { SessionView } from '@/lib/domain/session/view'
import { readView } from '@/lib/store/session/view'
import type { Act, Story } from './seed-stories'

/** Plays a Story with the same verbs that a person's requests call. False where it was played before. */
export async function playStory(deps: Deps, story: Story): Promise<boolean> {
  for (const [name, text] of Object.entries(story.files ?? {})) await write(deps, name, text)
  const settings = {
    model: 'scripted:replay',
    title: story.key,
    ...story.settings,
    key: `seed: ${story.key}`,
  }
  const opened = granted(await openSession(deps, { settings }))
  if (!opened.created) return false
  const { id } = opened.session
  await say(deps, id, story.turns)
  for (const act of story.acts) {
    const view = await settled(deps, id)
    await perform(deps, view, act)
  }
  if (story.turns[0]?.chunkMs === undefined && story.acts.at(-1)?.do !== 'leave_executing')
    await settled(deps, id)
  return true
}

function granted<T>(answer: T | Refusal): T {
  if (answer instanceof Refusal) throw new Error(`${answer.detail} ${JSON.stringify(answer.more)}`)
  return answer
}

async function write(deps: Deps, name: string, text: string): Promise<void> {
  const file = path.join(deps.workspaceRoot, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
}

const say = async (deps: Deps, sessionId: string, turns: Story['turns']): Promise<void> =>
  void granted(
    await intake(deps, {
      sessionId,
      message: { text: JSON.stringify({ turns }), queueMode: 'followup' },
      by: authorOf(OWNER),
    }),
  )

async function perform(deps: Deps, view: SessionView, act: Act): Promise<void> {
  const waiting = (view.pendingSet?.calls ?? []).filter(isWaiting)
  switch (act.do) {
    case 'approve':
    case 'deny':
      return rule(deps, waiting.at(0), { kind: act.do })
    case 'approve_last':
      return rule(deps, waiting.at(-1), { kind: 'approve' })
    case 'edit':
      return rule(deps, waiting.at(0), { kind: 'edit', arguments: act.arguments })
    case 'write':
      return write(deps, act.path, act.content)
    case 'say':
      return say(deps, view.session.id, act.turns)
    case 'stop':
      return void granted(await stopSession(deps, { sessionId: view.session.id, by: OWNER.id }))
    case 'expire':
      return void (await until(deps, view.session.id, now => now.session.state === 'idle'))
    case 'leave_executing':
      return leaveExecuting(deps, waiting.at(0))
    default:
      return act satisfies never
  }
}

type Ruling = { kind: 'approve' | 'deny' } | { kind: 'edit'; arguments: Record<string, unknown> }

async function rule(deps: Deps, call: WaitingCall | undefined, ruling: Ruling): Promise<void> {
  if (!call) throw new Error('Nothing waits.')
  const decision = { ...ruling, callId: call.id, digest: call.digest }
  granted(await decide(deps, { setId: call.setId, input: { decisions: [decision] }, person: OWNER }))
}

/**
 * A server that dies in the middle of a Call, as far as the rows can tell: its beginning is stored under a
 * lease that nobody keeps. The next server asks what became of it.
 */
async function leaveExecuting(deps: Deps, call: WaitingCall | undefined): Promise<void> {
  const quiet: Deps = { ...deps, bus: { ...deps.bus, publish: () => undefined } }
  await rule(quiet, call, { kind: 'approve' })
  const lease = new Lease(quiet, call?.sessionId ?? '')
  const about = {
    sessionId: call?.sessionId ?? '',
    lease,
    outcomes: [],
    running: { request: false, calls: new Set<string>() },
    ending: new AbortController().signal,
  }
  await commit(quiet, about)
  lease.close()
}

/** Waits until nothing more happens without a person. */
const settled = (deps: Deps, sessionId: string): Promise<SessionView> =>
  until(deps, sessionId, view => view.session.state !== 'running')

async function until(
  deps: Deps,
  sessionId: string,
  isSo: (view: SessionView) => boolean,
): Promise<SessionView> {
  for (;;) {
    const news = Promise.withResolvers<void>()
    const unsubscribe = deps.bus.subscribe(() => news.resolve())
    try {
      const view = await readView(deps.db, sessionId)
      if (!view) throw new Error('The session is gone.')
      if (isSo(view)) return view
      await news.promise
    } finally {
      unsubscribe()
    }
  }
}

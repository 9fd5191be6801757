import { changeModel, changeSettings } from '@/lib/agent/actions/change-settings'
import { addMemory, changeMemory, deleteMemory, listMemories } from '@/lib/agent/actions/memories'
import {
  addPerson,
  addPersonToken,
  changePerson,
  deletePerson,
  deletePersonToken,
  listPeople,
} from '@/lib/agent/actions/people'
import { addSkill, changeSkill, deleteSkill, readSkillText } from '@/lib/agent/actions/skills/edit-skills'
import { exportHeads, exportRecord } from '@/lib/agent/export/export'
import { verifyInstallation, verifySession } from '@/lib/agent/export/verify-record'
import { listPaths } from '@/lib/agent/queries/list-paths'
import { listTools } from '@/lib/agent/queries/list-tools'
import { knownModels } from '@/lib/agent/request/known-models'
import { listSkills } from '@/lib/agent/request/skill-list'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { readSettings } from '@/lib/store/installation/setting'
import { newSecret } from '../auth/cookie'
import { leaveForIssuer, returnFromIssuer } from '../auth/issuer-sign-in'
import { signIn, signOut } from '../auth/sign-in'
import { deleteSignIn, deleteSignIns, listSignIns } from '../auth/sign-ins'
import { healthOf, lanesOf, livenessOf } from '../health/health'
import { FileReply, fileName } from '../http/file-reply'
import type { Handlers } from '../http/handlers'
import { listById } from '../http/list-page'
import { isId } from '../http/path-params'
import { reply } from '../http/reply'
import { type OpenApi, openApi } from '../open-api'

let document: OpenApi | undefined

export const INSTALLATION_HANDLERS = {
  listModels: async ({ deps }) => ({ items: await knownModels(deps, deps.db), nextCursor: null }),

  changeModel: ({ deps, params, body, person }) =>
    changeModel(deps, { id: params.modelId, patch: body, person }),

  listTools: async ({ deps }) => ({ items: await listTools(deps), nextCursor: null }),

  listPaths: async ({ deps, query, signal }) => {
    const answer = await listPaths(deps, query, signal)
    return answer instanceof Refusal ? answer : { ...answer, nextCursor: null }
  },

  readSettings: ({ deps }) => readSettings(deps.db),

  changeSettings: ({ deps, body, person }) => changeSettings(deps, { patch: body, person }),

  readHealth: async ({ current, person }) => {
    const health = await healthOf(current)
    return reply(health.database.ok ? 200 : 503, person ? health : livenessOf(health))
  },

  readMetrics: ({ current, working }) =>
    working.watch.metrics({ ...working, lanes: lanesOf(working), eventLoopMs: current.eventLoop.p99Ms() }),

  readOpenApi: async ({ current }) => {
    document ??= openApi(current.settings.version)
    return document
  },

  signIn: ({ current, request, query }) => signIn(current, request, query),

  signInByIssuer: ({ current, request, query }) => leaveForIssuer(current, request, query.to),

  returnFromIssuer: ({ current, request }) => returnFromIssuer(current, request),

  signOut: ({ current, working, request }) => signOut(current, working, request),

  listSignIns: ({ query, ...visit }) =>
    listById({ name: 'sign-ins', query }, page => listSignIns(visit, page)),

  deleteSignIn: visit => deleteSignIn(visit, visit.params.id),

  deleteSignIns: visit => deleteSignIns(visit),

  listPeople: async ({ deps, person: { id, role } }) => ({
    items: await listPeople(deps),
    nextCursor: null,
    me: { id, role },
  }),

  addPerson: ({ deps, body, person, once }) => addPerson(deps, { input: body, person, once }),

  changePerson: ({ deps, params, body, person }) =>
    changePerson(deps, { id: params.id, patch: body, person }),

  deletePerson: async ({ deps, params, person, working }) => {
    const answer = await deletePerson(deps, { id: params.id, person })
    await working.signIns.check()
    return answer
  },

  addPersonToken: ({ deps, params, person }) =>
    addPersonToken(deps, { id: params.id, secret: newSecret(), person }),

  deletePersonToken: async ({ deps, params, person, working }) => {
    const answer = await deletePersonToken(deps, { ...params, person })
    await working.signIns.check()
    return answer
  },

  exportRecord: async ({ deps, query }) => {
    const body = await exportRecord(deps, query)
    if (body instanceof Refusal) return body
    const suffix = query.sessionId ? `-${query.sessionId.slice(-12)}` : ''
    return new FileReply(fileName('record', `${suffix}.jsonl`), 'application/x-ndjson', body)
  },

  verifyRecord: ({ deps, query }) =>
    query.sessionId === undefined ? verifyInstallation(deps) : verifySession(deps, query.sessionId),

  exportHeads: async ({ deps }) =>
    new FileReply(fileName('record', '-heads.jsonl'), 'application/x-ndjson', exportHeads(deps)),

  listMemories: ({ deps, query }) =>
    listById({ name: 'memories', query }, page => listMemories(deps, { q: query.q, ...page })),

  addMemory: ({ deps, body, person, once }) => addMemory(deps, { memory: body, person, once }),

  changeMemory: ({ deps, params, body, person }) =>
    changeMemory(deps, { id: params.id, patch: body, person }),

  deleteMemory: ({ deps, params, person }) => deleteMemory(deps, { id: params.id, person }),

  listSkills: async ({ deps, query: { sessionId } }) => {
    if (sessionId !== undefined && !isId(sessionId)) return refuse('not_found', { code: 'problem.noSession' })
    const items = await listSkills(deps, sessionId)
    return items instanceof Refusal ? items : { items, nextCursor: null }
  },

  addSkill: ({ deps, body, person, once }) => addSkill(deps, { ...body, person, once }),

  readSkillText: ({ deps, params }) => readSkillText(deps, params.skillId),

  changeSkill: ({ deps, params, body, person }) => changeSkill(deps, { id: params.skillId, ...body, person }),

  deleteSkill: ({ deps, params, query, person }) =>
    deleteSkill(deps, { id: params.skillId, hash: query.hash, person }),
} satisfies Partial<Handlers>

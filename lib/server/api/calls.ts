import * as z from 'zod'
import { decide } from '@/lib/agent/actions/decisions/decide'
import { addHook, changeHook, deleteHook, hooksWithPlugins, tryHook } from '@/lib/agent/actions/hooks'
import { revertCall } from '@/lib/agent/actions/revert'
import { addRule, changeRule, deleteRule } from '@/lib/agent/actions/rules'
import { undo } from '@/lib/agent/actions/undo'
import { previewTool, runTool } from '@/lib/agent/actions/user-set'
import { backtestRule } from '@/lib/agent/queries/backtest-rule'
import { explainPolicy } from '@/lib/agent/queries/explain-policy'
import { listCorrections } from '@/lib/agent/queries/list-corrections'
import { previewCall } from '@/lib/agent/queries/preview-call'
import { argumentsTextOf } from '@/lib/domain/call/decision-request'
import { refuse } from '@/lib/domain/contract/problem'
import { Instant } from '@/lib/domain/instant'
import { findCall, findSets } from '@/lib/store/call/call'
import { inSnapshot } from '@/lib/store/connection/database'
import { listRules } from '@/lib/store/policy/rule'
import type { Handlers } from '../http/handlers'
import { listById, listPage, pendingPage } from '../http/list-page'
import { isId } from '../http/path-params'

export const CALL_HANDLERS = {
  listPending: ({ deps, query }) => inSnapshot(deps.db, tx => pendingPage(tx, query)),

  readSet: async ({ deps, params }) => {
    const [set] = await inSnapshot(deps.db, tx => findSets(tx, [params.id]))
    return set ?? refuse('not_found', { code: 'problem.noSet' })
  },

  readCall: async ({ deps, params }) => {
    const call = await inSnapshot(deps.db, tx => findCall(tx, params.id))
    return call ?? refuse('not_found', { code: 'problem.noCall' })
  },

  decide: ({ deps, params, body, person, once }) =>
    decide(deps, { setId: params.id, input: body, person, once }),

  undo: ({ deps, params, once }) => undo(deps, { callId: params.id, once }),

  revertCall: ({ deps, params, person, once }) => revertCall(deps, { callId: params.id, person, once }),

  previewCall: async ({ deps, body }) =>
    isId(body.callId) ? previewCall(deps, body) : refuse('not_found', { code: 'problem.noCall' }),

  runTool: async ({ deps, params, body, person, once }) => {
    const { sessionId } = body
    if (sessionId !== undefined && !isId(sessionId)) return refuse('not_found', { code: 'problem.noSession' })
    return runTool(deps, {
      tool: params.toolId,
      sessionId,
      argumentsText: argumentsTextOf(body),
      previewDigest: body.previewDigest,
      person,
      once,
    })
  },

  previewTool: async ({ deps, params, body }) => {
    const { sessionId } = body
    if (sessionId !== undefined && !isId(sessionId)) return refuse('not_found', { code: 'problem.noSession' })
    return previewTool(deps, { tool: params.toolId, sessionId, argumentsText: argumentsTextOf(body) })
  },

  listCorrections: ({ deps, query }) =>
    listPage(
      { name: 'corrections', position: [Instant, z.uuid()], query },
      (after, limit) => {
        const before = after && { at: after[0], id: after[1] }
        return listCorrections(deps.db, { sessionId: query.sessionId, before, limit })
      },
      last => [last.at, last.id],
    ),

  listRules: ({ deps, query }) =>
    listById({ name: 'rules', query }, page => listRules(deps.db, { ...query, ...page })),

  addRule: ({ deps, body, person, once }) => addRule(deps, { rule: body, person, once }),

  changeRule: ({ deps, params, body, person }) => changeRule(deps, { id: params.id, patch: body, person }),

  deleteRule: ({ deps, params, person }) => deleteRule(deps, { id: params.id, person }),

  backtestRule: ({ deps, body }) => backtestRule(deps, body.rule),

  explainPolicy: ({ deps, body }) =>
    explainPolicy(deps, { tool: body.tool, argumentsText: argumentsTextOf(body), sessionId: body.sessionId }),

  listHooks: ({ deps }) => hooksWithPlugins(deps),

  addHook: ({ deps, body, person, once }) => addHook(deps, { hook: body, person, once }),

  changeHook: ({ deps, params, body, person }) => changeHook(deps, { id: params.id, patch: body, person }),

  deleteHook: ({ deps, params, person }) => deleteHook(deps, { id: params.id, person }),

  tryHook: ({ deps, params, body }) => tryHook(deps, { id: params.id, payload: body.payload }),
} satisfies Partial<Handlers>

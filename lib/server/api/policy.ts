import * as z from 'zod'
import { addRule, changeRule, deleteRule } from '@/lib/agent/actions/rules'
import { backtestRule } from '@/lib/agent/queries/backtest-rule'
import { explainPolicy } from '@/lib/agent/queries/explain-policy'
import { argumentsTextOf } from '@/lib/domain/call/decision-request'
import type { POLICY_OPERATIONS } from '@/lib/domain/contract/policy-operations'
import { listRules } from '@/lib/store/policy/rule'
import type { Handlers } from '../http/handlers'
import { listPage } from '../http/list-page'

export const POLICY_HANDLERS: Handlers<typeof POLICY_OPERATIONS> = {
  listRules: ({ deps, query }) =>
    listPage(
      { name: 'rules', position: [z.uuid()] as const, query },
      (after, limit) => listRules(deps.db, { ...query, before: after?.[0], limit }),
      ({ id }) => [id],
    ),

  addRule: ({ deps, body, person, once }) => addRule(deps, { rule: body, person, once }),

  changeRule: ({ deps, params, body, person }) => changeRule(deps, { id: params.id, patch: body, person }),

  deleteRule: ({ deps, params, person }) => deleteRule(deps, { id: params.id, person }),

  backtestRule: ({ deps, body }) => backtestRule(deps, body.rule),

  explainPolicy: ({ deps, body }) =>
    explainPolicy(deps, { tool: body.tool, argumentsText: argumentsTextOf(body), sessionId: body.sessionId }),
}

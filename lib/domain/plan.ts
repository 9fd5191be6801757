import * as z from 'zod'

export const PlanStep = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(['pending', 'active', 'done', 'dropped']),
  dependsOn: z.array(z.string()),
})

/** The agent's ordered steps; every change is a revision that names its cause. */
export const Plan = z.object({
  revision: z.int(),
  steps: z.array(PlanStep),
  because: z.string().optional(),
  approved: z.boolean().optional(),
})
export type Plan = z.infer<typeof Plan>

export const EMPTY_PLAN: Plan = { revision: 0, steps: [] }

import type { RiskLevel } from '@/lib/domain/tool'

/** So long an approval of much at once, or of much at stake, can be taken back. */
export const HOLD_MS = 5_000

export const holdFor = (levels: (RiskLevel | undefined)[]): number => (levels.includes('high') ? HOLD_MS : 0)

import { Thinking } from '@/lib/domain/session/session'

/** The default is not a level. */
type Level = Exclude<Thinking, 'default'>

const ALL: Level[] = Thinking.options.filter(level => level !== 'default')
const LOW_TO_HIGH: Level[] = ['low', 'medium', 'high']
const LOW_TO_XHIGH: Level[] = [...LOW_TO_HIGH, 'xhigh']
const LOW_TO_MAX: Level[] = [...LOW_TO_XHIGH, 'max']
const MINIMAL_TO_HIGH: Level[] = ['minimal', ...LOW_TO_HIGH]

/** For a model that does not think. */
const NEVER: Level[] = ['none']

type Row = [models: RegExp, levels: Level[]]

const OPENAI: Row[] = [
  [/^(ft:)?gpt-[34]/, NEVER],
  [/^gpt-5-chat/, NEVER],
  [/^o\d/, LOW_TO_HIGH],
  [/^gpt-5-pro/, ['high']],
  [/^gpt-5\.(1-codex-max|[23]-codex)/, LOW_TO_XHIGH],
  [/^gpt-5(\.1)?-codex/, LOW_TO_HIGH],
  // Their levels are not published.
  [/^gpt-5\.\d+-(pro|chat)/, ALL],
  [/^gpt-5(-|$)/, MINIMAL_TO_HIGH],
  [/^gpt-5\.1/, ['none', ...LOW_TO_HIGH]],
  [/^gpt-5\.[2-5]/, ['none', ...LOW_TO_XHIGH]],
  [/^gpt-(5|6\.1-terra|6-(luna|sol))/, ['none', ...LOW_TO_MAX]],
  [/^gpt-[6-9]/, LOW_TO_MAX],
]

/**
 * Which levels a model has, by provider and family; the first matching row counts. Only levels that make a difference
 * are listed, not those that the SDK would map to another.
 */
const TABLE: Record<string, Row[]> = {
  openai: OPENAI,
  'openai-chat': [
    // In this API these models take tools only when they do not think.
    [/^gpt-5\.[6-9](-(sol|luna|terra))?$/, ['none']],
    ...OPENAI.map(
      ([models, levels]): Row => [models, levels === NEVER ? NEVER : levels.filter(level => level !== 'max')],
    ),
  ],
  anthropic: [
    [/claude-(instant|v?[12]|3-(haiku|opus|sonnet|5))/, NEVER],
    [/claude-(opus|sonnet)-4-6/, ['none', ...LOW_TO_HIGH, 'max']],
    [/claude-((fable|mythos)-5|(opus|sonnet)-5-5)/, LOW_TO_MAX],
    [/claude-(opus-4-[78]|(opus|sonnet|haiku)-5)/, ['none', ...LOW_TO_MAX]],
  ],
  google: [
    [/gemini-(1|2\.0)/, NEVER],
    [/gemini-2\.5-pro/, MINIMAL_TO_HIGH],
    [/gemini-2\.5-flash/, ['none', ...MINIMAL_TO_HIGH]],
    [/gemini-4-hydrogen/, LOW_TO_XHIGH],
    [/gemini-[3-9][\d.]*-pro(?!-image)|gemini-flash-latest/, LOW_TO_HIGH],
    [/gemini-(3\.[7-9]|[4-9]\.\d+)-flash(?!-lite)/, LOW_TO_HIGH],
    [/gemini-[3-9](?!.*image)/, MINIMAL_TO_HIGH],
  ],
}

/** The levels of a model, by its id, in ascending order; for an unknown model, all. */
export function thinkingLevels(id: string): Thinking[] {
  const levels = knownLevels(id)
  return levels ? ['default', ...levels] : Thinking.options
}

/** Whether a model is known not to think: it accepts no thinking option at all. */
export const neverThinks = (id: string): boolean => knownLevels(id) === NEVER

function knownLevels(id: string): Level[] | undefined {
  const [provider, name] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
  return TABLE[provider]?.find(([models]) => models.test(name))?.[1]
}

import { axisX, axisY, barY, gridY, plot, ruleY, text } from '@observablehq/plot'
import { markedDays, TOKEN_PARTS, type TokenPart } from '@/lib/client/text/usage-days'

export type ChartBar = { day: string; part: TokenPart; from: number; to: number }

/** `unknown`: days whose number nobody knows, which is not the same as none. */
export type Chart = { days: string[]; bars: ChartBar[]; unknown: string[] }

export type ChartWords = {
  label: string
  day: (day: string) => string
  tick: (value: number) => string
}

/** Those of Plot's style element. */
const OWN_RULES = { display: 'block', whiteSpace: 'pre' }

type Drawing = { chart: Chart; words: ChartWords; width: number; id: string }

const HEIGHT = 160
/** About as much room as the name of a day needs. */
const DAY_PX = 64

/**
 * Bars by day, in ink on paper: parts differ by pattern and by lightness, not by hue. The style element that Plot puts
 * into its drawing is taken out before that gets into the page, whose policy forbids it; what it says the drawing has by
 * itself.
 */
export function drawChart({ chart, words, width, id }: Drawing): Element {
  const { days, bars, unknown } = chart
  const highest = Math.max(0, ...bars.map(({ to }) => to))
  const drawing = plot({
    width,
    height: HEIGHT,
    marginLeft: 52,
    marginRight: 20,
    marginTop: 12,
    marginBottom: 24,
    style: {
      ...OWN_RULES,
      background: 'transparent',
      color: 'inherit',
      fontFamily: 'inherit',
      fontSize: '12px',
    },
    ariaLabel: words.label,
    x: { type: 'band', domain: days, label: null, padding: 0.25 },
    y: { domain: [0, highest || 1], nice: highest > 0, label: null },
    marks: [
      gridY({ ticks: 4, stroke: 'var(--hairline)', strokeOpacity: 1 }),
      axisY({ ticks: highest > 0 ? 4 : [0], tickSize: 0, tickFormat: words.tick, fill: 'var(--quiet)' }),
      axisX(markedDays(days, Math.floor((width - 72) / DAY_PX)), {
        tickSize: 0,
        tickFormat: words.day,
        fill: 'var(--quiet)',
      }),
      ...TOKEN_PARTS.map(part =>
        barY(
          bars.filter(bar => bar.part === part),
          { x: 'day', y1: 'from', y2: 'to', ...LOOKS[part](id) },
        ),
      ),
      text(unknown, { x: (day: string) => day, y: 0, text: () => '?', dy: -8, fill: 'var(--quiet)' }),
      ruleY([0], { stroke: 'var(--field)' }),
    ],
  })
  drawing.querySelector('style')?.remove()
  // The drawing is one image: its parts have no names of their own.
  for (const part of drawing.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label')
  drawing.prepend(hatching(id))
  drawing.setAttribute('role', 'img')
  return drawing
}

const LOOKS: Record<TokenPart, (id: string) => { fill: string; stroke?: string; inset?: number }> = {
  fresh: () => ({ fill: 'var(--ink)' }),
  cached: id => ({ fill: `url(#${id})`, stroke: 'var(--ink)', inset: 0.5 }),
  output: () => ({ fill: 'var(--field)' }),
}

const SVG = 'http://www.w3.org/2000/svg'

/** The pattern of what came from the cache. */
function hatching(id: string): Element {
  const definitions = document.createElementNS(SVG, 'defs')
  const pattern = made('pattern', { id, width: '4', height: '4', patternUnits: 'userSpaceOnUse' })
  pattern.setAttribute('patternTransform', 'rotate(45)')
  pattern.append(made('rect', { width: '1.2', height: '4', fill: 'var(--ink)' }))
  definitions.append(pattern)
  return definitions
}

function made(name: string, attributes: Record<string, string>): Element {
  const element = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  return element
}

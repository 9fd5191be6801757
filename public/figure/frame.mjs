/**
 * Draws diagrams, in a frame that has no origin, no storage and nowhere to send anything. The page hands over one port. By
 * it comes what to draw, `{ text, ink, quiet, surface, fontSize }`, and by it goes how high it has become, `{ height }`, or
 * that it was no diagram, `{ error }`: no markup ever leaves this frame.
 */
import mermaid from './mermaid/mermaid.esm.min.mjs'

const LONGEST = 20_000
const MOST_EDGES = 400
/** A wide diagram is made smaller up to here, then it scrolls. */
const SMALLEST = 0.75

/** What a diagram may not set about itself. */
const SECURE = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'theme',
  'themeVariables',
  'themeCSS',
  'fontFamily',
  'altFontFamily',
  'fontSize',
  'look',
  'htmlLabels',
  'dompurifyConfig',
  'darkMode',
  'logLevel',
  'legacyMathML',
  'forceLegacyMathML',
  'layout',
  'elk',
]

const LOADING = 'script,image,img,iframe,object,embed,link,video,audio,form,input,button,feImage,animate,set'

/** The policy would stop a picture of a diagram as well; so nobody is even asked for it. */
globalThis.Image = class {
  constructor() {
    throw new TypeError('no pictures')
  }
}

let drawings = 0
let isDrawn = false
let port

addEventListener('message', ({ source, ports: [first] }) => {
  if (source !== parent || !first) return
  port?.close()
  port = first
  port.onmessage = async ({ data }) => {
    try {
      await draw(data)
      tellSize()
    } catch {
      // Whatever it was: the page has the source, and shows it.
      port.postMessage({ error: 'broken' })
    }
  }
})

new ResizeObserver(() => {
  if (isDrawn) tellSize()
}).observe(document.body)

const tellSize = () =>
  port.postMessage({ height: Math.ceil(document.body.getBoundingClientRect().height) + scrollBar() })

const scrollBar = () => innerHeight - document.documentElement.clientHeight

async function draw({ text, ink, quiet, surface, fontSize }) {
  if (text.length > LONGEST) throw new RangeError('too long')
  const isDark = lightness(surface) < lightness(ink)
  document.documentElement.toggleAttribute('data-dark', isDark)
  mermaid.initialize({
    startOnLoad: false,
    suppressErrorRendering: true,
    logLevel: 'fatal',
    secure: SECURE,
    securityLevel: 'strict',
    htmlLabels: false,
    maxTextSize: LONGEST,
    maxEdges: MOST_EDGES,
    theme: 'base',
    darkMode: isDark,
    fontFamily: 'system-ui, sans-serif',
    fontSize,
    themeVariables: {
      ...colors({ ink, quiet, surface }, isDark),
      darkMode: isDark,
      fontSize: `${fontSize}px`,
    },
  })
  drawings += 1
  isDrawn = false
  const { svg } = await mermaid.render(`diagram${drawings}`, text)
  document.body.replaceChildren(withoutDoors(svg))
  isDrawn = true
}

const colors = ({ ink, quiet, surface }, isDark) => ({
  background: surface,
  textColor: ink,
  lineColor: quiet,
  titleColor: ink,
  noteTextColor: ink,
  primaryColor: isDark ? '#2a2825' : '#f3f1ec',
  primaryTextColor: ink,
  primaryBorderColor: quiet,
  secondaryColor: isDark ? '#24303a' : '#e6eef5',
  secondaryTextColor: ink,
  secondaryBorderColor: quiet,
  tertiaryColor: isDark ? '#26301f' : '#eaf2e4',
  tertiaryTextColor: ink,
  tertiaryBorderColor: quiet,
  noteBkgColor: isDark ? '#3a3420' : '#faf3d9',
  noteBorderColor: quiet,
  edgeLabelBackground: surface,
  pieStrokeColor: quiet,
  pieOuterStrokeColor: quiet,
  dropShadow: 'none',
  ...Object.fromEntries(SLICES[isDark ? 'dark' : 'light'].map((color, at) => [`pie${at + 1}`, color])),
})

const SLICES = {
  light: ['#d5e0ec', '#dcead2', '#f3e3c8', '#e7dcec', '#d2e6e4', '#ece6c8'],
  dark: ['#3d4a5c', '#3f5240', '#5c4a3a', '#52405a', '#3a5555', '#5a5236'],
}

const lightness = color => {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return red + green + blue
}

/** The drawing in its own size, without links and without anything that would load. */
function withoutDoors(markup) {
  const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg')
  for (const element of svg.querySelectorAll(LOADING)) element.remove()
  for (const link of svg.querySelectorAll('a')) link.replaceWith(...link.childNodes)
  for (const element of svg.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes])
      if (/^on|^ping$/i.test(name) || (/href$/i.test(name) && !value.startsWith('#')))
        element.removeAttribute(name)
  const { width } = svg.viewBox.baseVal
  svg.removeAttribute('width')
  svg.removeAttribute('height')
  svg.style.cssText = `width:${width}px;max-width:max(100%,${Math.round(width * SMALLEST)}px);height:auto`
  return svg
}

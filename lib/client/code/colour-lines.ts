import {
  createHighlighterCore,
  type HighlighterCore,
  type LanguageRegistration,
  type ThemeRegistration,
} from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { CodeRequest, LineColours } from './code-request'

/** What a stretch of code is, as a theme can tell it: by a colour that stands for it. */
const colourOf = (kind: number): string => `#00000${kind}`
const style = (kind: number, scope: string[]) => ({ scope, settings: { foreground: colourOf(kind) } })

/** Few kinds, so that a page of code stays calm: comments, words of the language, texts and values, names. */
const THEME: ThemeRegistration = {
  name: 'ink',
  type: 'light',
  colors: { 'editor.foreground': colourOf(0), 'editor.background': '#ffffff' },
  tokenColors: [
    style(2, ['keyword', 'storage', 'entity.name.tag', 'constant.language', 'variable.language']),
    style(2, ['punctuation.definition.heading', 'markup.heading', 'markup.quote']),
    style(0, ['keyword.operator', 'keyword.other.unit']),
    style(2, ['keyword.operator.new', 'keyword.operator.expression', 'keyword.operator.logical.python']),
    style(3, ['string', 'constant.numeric', 'constant.character', 'keyword.other.unit', 'markup.inline.raw']),
    style(3, ['markup.fenced_code', 'constant.other.color', 'support.constant']),
    style(0, ['meta.template.expression', 'meta.embedded', 'string variable.other']),
    style(4, ['entity.name.function', 'support.function', 'entity.name.type', 'entity.name.class']),
    style(4, [
      'entity.other.inherited-class',
      'support.type',
      'support.class',
      'entity.other.attribute-name',
    ]),
    style(4, ['support.type.property-name', 'markup.underline.link', 'string.other.link']),
    style(1, ['comment', 'punctuation.definition.comment', 'meta.diff.range']),
    style(5, ['markup.inserted']),
    style(6, ['markup.deleted']),
  ],
}

let highlighter: Promise<HighlighterCore> | undefined

/** Longer lines have no colours. How long all of it may take, whoever asks decides. */
const LIMITS = { tokenizeMaxLineLength: 2_000, tokenizeTimeLimit: 0 }

/** The colours of each line of texts of one language. */
export async function colourLines({ language, texts }: CodeRequest): Promise<LineColours[][]> {
  const load = Object.hasOwn(GRAMMARS, language) ? GRAMMARS[language] : undefined
  if (!load) return texts.map(() => [])
  highlighter ??= createHighlighterCore({
    themes: [THEME],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const core = await highlighter
  await core.loadLanguage(load)
  return texts.map(text => {
    const lines = core.codeToTokensBase(text, { lang: language, theme: 'ink', ...LIMITS })
    let start = 0
    return text.split('\n').map((line, at) => {
      const colours = coloursOf(lines[at] ?? [], start)
      start += line.length + 1
      return colours
    })
  })
}

/** Neighbours of one kind are one stretch; what has no kind is left out. */
function coloursOf(
  tokens: { content: string; offset: number; color?: string }[],
  start: number,
): LineColours {
  const colours: LineColours = []
  let end = -1
  for (const { content, offset, color = '' } of tokens) {
    const kind = Number(color.slice(1, 7))
    const from = offset - start
    if (!(kind > 0)) continue
    if (from === end && colours.at(-1) === kind)
      colours[colours.length - 2] = (colours.at(-2) ?? 0) + content.length
    else colours.push(from, content.length, kind)
    end = from + content.length
  }
  return colours
}

type Load = () => Promise<{ default: LanguageRegistration[] }>

/** The languages that have colours, each loaded when a text is of it. */
export const GRAMMARS: Record<string, Load> = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  graphql: () => import('shiki/langs/graphql.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsonc: () => import('shiki/langs/jsonc.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  make: () => import('shiki/langs/make.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  scss: () => import('shiki/langs/scss.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
}

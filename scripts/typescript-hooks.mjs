/**
 * `node --import ./scripts/typescript-hooks.mjs file.ts` runs TypeScript of this repository in plain Node: `@/` is
 * the root, our own specifiers need no extension, types are taken away by the compiler that checks them, or, before
 * anything is installed, by Node itself, which takes no more than types away.
 */
import fs from 'node:fs'
import module, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const ROOT = new URL('../', import.meta.url)
const SOURCE = /\.[cm]?tsx?$/

export function resolve(specifier, context, next) {
  const wanted = specifier.startsWith('@/')
    ? new URL(specifier.slice(2), ROOT)
    : /^\.\.?\//.test(specifier) && SOURCE.test(context.parentURL ?? '')
      ? new URL(specifier, context.parentURL)
      : undefined
  const file = wanted && CANDIDATES.map(candidate => candidate(wanted.href)).find(isFile)
  return next(file ?? specifier, context)
}

/** A generated file may say `.js` where `.ts` lies. */
const CANDIDATES = [
  href => href,
  href => `${href}.ts`,
  href => `${href}.tsx`,
  href => href.replace(/\.js$/, '.ts'),
  href => `${href}/index.ts`,
]

const isFile = href => fs.statSync(new URL(href), { throwIfNoEntry: false })?.isFile() ?? false

export function load(url, context, next) {
  if (!SOURCE.test(url) || url.includes('/node_modules/')) return next(url, context)
  const fileName = fileURLToPath(url)
  const text = fs.readFileSync(fileName, 'utf8')
  return { format: 'module', shortCircuit: true, source: withoutTypes(text, fileName) }
}

function withoutTypes(text, fileName) {
  // Node's own is quick to load, which matters where each thread needs it anew.
  if (!isMainThread) return module.stripTypeScriptTypes(text, { mode: 'transform' })
  if (!typescript()) return module.stripTypeScriptTypes(text)
  const { outputText } = typescript().transpileModule(text, {
    fileName,
    compilerOptions: {
      module: typescript().ModuleKind.ESNext,
      target: typescript().ScriptTarget.ES2023,
      jsx: typescript().JsxEmit.ReactJSX,
      verbatimModuleSyntax: true,
      inlineSourceMap: true,
    },
  })
  return outputText
}

let compiler
function typescript() {
  if (compiler === undefined) {
    const require = createRequire(import.meta.url)
    compiler = isInstalled(require) ? require('typescript') : null
  }
  return compiler
}

function isInstalled(require) {
  try {
    require.resolve('typescript')
    return true
  } catch {
    return false
  }
}

// Older Nodes run hooks in a thread of their own, where this file is loaded once more.
if (module.registerHooks) module.registerHooks({ resolve, load })
else if (isMainThread) module.register(import.meta.url)

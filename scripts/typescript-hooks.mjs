/**
 * `node --import ./scripts/typescript-hooks.mjs file.ts` runs TypeScript of this repository in plain Node: `@/` is
 * the root, our own specifiers need no extension, types are taken away by the compiler that checks them.
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
  const { outputText } = typescript().transpileModule(fs.readFileSync(fileName, 'utf8'), {
    fileName,
    compilerOptions: {
      module: typescript().ModuleKind.ESNext,
      target: typescript().ScriptTarget.ES2023,
      jsx: typescript().JsxEmit.ReactJSX,
      verbatimModuleSyntax: true,
      inlineSourceMap: true,
    },
  })
  return { format: 'module', shortCircuit: true, source: outputText }
}

let compiler
function typescript() {
  compiler ??= createRequire(import.meta.url)('typescript')
  return compiler
}

// Older Nodes run hooks in a thread of their own, where this file is loaded once more.
if (module.registerHooks) module.registerHooks({ resolve, load })
else if (isMainThread) module.register(import.meta.url)

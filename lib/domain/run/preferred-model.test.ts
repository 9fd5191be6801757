import { expect, test } from 'vitest'
import { preferredModel } from './preferred-model'

test.each([
  [['openai:gpt-5.6', 'openai:gpt-4.1'], 'openai:gpt-5.6'],
  [['compatible:nomic-embed-text', 'compatible:llama3.2'], 'compatible:llama3.2'],
  [['openai:whisper-1', 'openai:tts-1', 'openai:gpt-image-1', 'openai:gpt-5.6'], 'openai:gpt-5.6'],
  [['compatible:bge-reranker'], 'compatible:bge-reranker'],
  [[], undefined],
])('of %j it is %j', (names, name) => {
  expect(preferredModel(names)).toBe(name)
})

import { expect, test } from 'vitest'
import { plainGemini } from '../plain/plain-gemini'
import { gemini } from './gemini'
import { ASK, check, functionCall, ledger, model, response, user } from './gemini-cases'

const plain = (...contents: unknown[]) => ({ model: 'plain', generationConfig: {}, contents })
const tool = (change: object = {}) => ({
  tools: [
    {
      functionDeclarations: [
        { name: 'read', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } } }, ...change },
      ],
    },
  ],
})
const parameters = (properties: object, change: object = {}) =>
  tool({ parameters: { type: 'object', properties, ...change } })
const thinking = (thinkingConfig: object) => ({ generationConfig: { thinkingConfig } })

test.each([
  ['a message without role', { contents: [{ parts: [{ text: 'Hello' }] }] }],
  ['two messages of the person in a row', { contents: [user(), user()] }],
  [
    'calls answered by name',
    plain(
      user(),
      model(functionCall('a'), functionCall('b')),
      user(response('a'), response('b'), { text: 'And?' }),
    ),
  ],
  [
    'calls answered by id',
    plain(user(), model(functionCall('a', { id: '1' })), user(response('a', { id: '1' }))),
  ],
  [
    'tools',
    { ...tool(), toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['read'] } } },
  ],
  ['a tool without parameters', tool({ parameters: undefined })],
  [
    'parameters as JSON Schema',
    tool({ parameters: undefined, parametersJsonSchema: { type: 'object', additionalProperties: false } }),
  ],
  [
    'parameters that nest',
    parameters(
      { list: { type: 'array', items: { type: 'object', properties: {} } } },
      { required: ['list'] },
    ),
  ],
  ['a budget', thinking({ thinkingBudget: -1 })],
])('%s is accepted', (_, change) => expect(check(change)).toBe('ask'))

test.each([
  ['no contents', { contents: [] }, /contents: contents is not specified/],
  ['contents that are missing', { contents: undefined }, /contents is not specified/],
  [
    'an unknown member',
    { messages: [] },
    /^Invalid JSON payload received. Unknown name "messages": Cannot find field/,
  ],
  [
    'an unknown member of a part',
    { contents: [user({ text: 'a', tool_call: {} })] },
    /Unknown name "tool_call" at 'contents\[0\].parts\[0\]'/,
  ],
  [
    'a role that is none',
    { contents: [{ role: 'assistant', parts: [{ text: 'a' }] }] },
    /valid role: user, model/,
  ],
  [
    'no parts',
    { contents: [{ role: 'user', parts: [] }] },
    /contents\[0\].parts: contents.parts must not be empty/,
  ],
  ['a part with nothing', { contents: [user({})] }, /required oneof field 'data'/],
  [
    'a part with two things',
    { contents: [user({ text: 'a', ...response('a') })] },
    /required oneof field 'data'/,
  ],
  ['an empty text', { contents: [user({ text: '' })] }, /text must not be empty/],
  [
    'arguments as text',
    plain(user(), model(functionCall('a', { args: '{}' })), user(response('a'))),
    /Invalid value at 'contents\[1\].parts\[0\].function_call.args'/,
  ],
  [
    'a result as text',
    plain(user(), model(functionCall('a')), user(response('a', { response: 'done' }))),
    /function_response.response/,
  ],
  [
    'a name with a space',
    plain(user(), model(functionCall('a b')), user(response('a b'))),
    /Invalid function name/,
  ],
  ['the model last', plain(user(), model({ text: 'a' })), /end with a user role/],
  [
    'calls first',
    plain(model(functionCall('a')), user(response('a'))),
    /function call turn comes immediately after a user turn/,
  ],
  [
    'calls after the model',
    plain(user(), model({ text: 'a' }), model(functionCall('a')), user(response('a'))),
    /immediately after a user turn/,
  ],
  [
    'a call without result',
    plain(user(), model(functionCall('a')), user()),
    /number of function response parts is equal/,
  ],
  [
    'fewer results than calls',
    plain(user(), model(functionCall('a'), functionCall('b')), user(response('a'))),
    /number of function response parts is equal/,
  ],
  [
    'results in two contents',
    plain(user(), model(functionCall('a'), functionCall('b')), user(response('a')), user(response('b'))),
    /number of function response parts is equal/,
  ],
  [
    'results out of order',
    plain(user(), model(functionCall('a'), functionCall('b')), user(response('b'), response('a'))),
    /in the order of their calls: 'a'/,
  ],
  [
    'a result under another id',
    plain(user(), model(functionCall('a', { id: '1' })), user(response('a', { id: '2' }))),
    /in the order of their calls/,
  ],
  [
    'a result after text',
    plain(user(), model(functionCall('a')), user({ text: 'x' }, response('a'))),
    /before every other part/,
  ],
  [
    'a result of nothing',
    plain(user(response('a'))),
    /function response turn comes immediately after a function call/,
  ],
  ['a result of the model', plain(user(), model(response('a')), user()), /role user/],
  ['a call of the person', plain(user(functionCall('a'))), /role model/],
  [
    'a word of JSON Schema',
    parameters({ a: { type: 'string', const: 'x' } }),
    /Unknown name "const" at 'tools\[0\].function_declarations\[0\].parameters.properties.a'/,
  ],
  [
    'a closed object',
    parameters({ a: { type: 'string' } }, { additionalProperties: false }),
    /Unknown name "additionalProperties"/,
  ],
  ['a type that is none', parameters({ a: { type: 'text' } }), /Invalid value at .*properties.a.type/],
  ['a list of anything', parameters({ a: { type: 'array' } }), /properties\[a\].items: missing field/],
  [
    'a required member that is not described',
    parameters({ a: { type: 'string' } }, { required: ['b'] }),
    /required\[0\]: property is not defined/,
  ],
  ['an object of nothing', parameters({}), /should be non-empty for OBJECT type/],
  ['both kinds of parameters', tool({ parametersJsonSchema: { type: 'object' } }), /only one of parameters/],
  [
    'a broken JSON Schema',
    tool({ parameters: undefined, parametersJsonSchema: { type: 'object', required: 'a' } }),
    /parameters_json_schema/,
  ],
  [
    'two tools of one name',
    { tools: [...tool().tools, ...tool().tools] },
    /Duplicate function declaration found: read/,
  ],
  [
    'an allowed name that is not offered',
    { ...tool(), toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['x'] } } },
    /'x' is not among/,
  ],
  [
    'a budget and a level',
    thinking({ thinkingBudget: 5, thinkingLevel: 'low' }),
    /only one of thinking budget and thinking level/,
  ],
  ['a budget that is too high', thinking({ thinkingBudget: 40000 }), /thinking budget 40000 is invalid/],
  ['a level that is none', thinking({ thinkingLevel: 'huge' }), /thinking_level/],
  [
    'thoughts without thinking',
    thinking({ thinkingBudget: 0, includeThoughts: true }),
    /include_thoughts is only enabled/,
  ],
  ['thinking of a plain model', { model: 'plain' }, /not supported by this model/],
  [
    'a limit that is too high',
    { generationConfig: { maxOutputTokens: 1001 } },
    /maxOutputTokens value of 1001/,
  ],
  [
    'an input that is too long',
    { model: 'small', contents: [user({ text: 'x'.repeat(200) })] },
    /input token count \(\d+\) exceeds .* \(20\)/,
  ],
])('%s is refused', (_, change, message) =>
  expect(check(change)).toMatchObject({ status: 400, message: expect.stringMatching(message) }),
)

test('an unknown model is 404', () => expect(check({ model: 'other' })).toMatchObject({ status: 404 }))

test('how long to wait, and why a key is wrong, stand in the details', () => {
  const body = gemini.errorBody({ status: 429, message: 'm', code: 'WHY', retryMs: 1500 })
  expect(body).toMatchObject({ error: { details: [{ reason: 'WHY' }, { retryDelay: '1.5s' }] } })
})

test('arguments that are no JSON object end as a malformed call, and a refusal of nothing as a blocked prompt', () => {
  const finishOf = (reply: object) => {
    const { content, finish } = gemini.frames(reply, ASK, ledger)
    return plainGemini.hear([...content, ...finish].join('')).finish
  }
  expect(finishOf({ calls: [{ name: 'read', argumentsText: '{"a' }] })).toBe('MALFORMED_FUNCTION_CALL')
  expect(finishOf({ finish: 'refused' })).toBe('PROHIBITED_CONTENT')
})

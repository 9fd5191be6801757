import { Channel, ChannelPatch, ChannelTest, NewChannel } from '../channels/channel'
import { listOf, type Operation } from './operation'

/** Where `send_message` and notices of what waits go. */
export const CHANNEL_OPERATIONS = {
  listChannels: {
    endpoint: 'GET /api/channels',
    summary: 'Ways to people, by their names',
    description:
      'Of secrets only the names of their environment variables are there; `missing` are those that are not set.',
    answers: { 200: listOf(Channel) },
  },
  addChannel: {
    endpoint: 'POST /api/channels',
    role: 'owner',
    summary: 'Set up a channel',
    description:
      'What is secret is given as `{"fromEnv": NAME}`: the address of `slack` and `discord`, header values, the password of `smtp`. A `webhook` may have its address as it is. `notices`: it also tells that calls wait for a person, without their arguments.',
    body: NewChannel,
    answers: { 201: Channel },
  },
  changeChannel: {
    endpoint: 'PATCH /api/channels/{id}',
    role: 'owner',
    summary: 'Change a channel; what is not named stays as it is, its kind always',
    body: ChannelPatch,
    answers: { 200: Channel },
  },
  deleteChannel: {
    endpoint: 'DELETE /api/channels/{id}',
    role: 'owner',
    summary: 'Remove a channel; what was sent by it stays in the record',
    answers: { 204: null },
  },
  testChannel: {
    endpoint: 'POST /api/channels/{id}/test',
    role: 'owner',
    summary: 'Send a message that says only that it arrived',
    answers: { 200: ChannelTest },
  },
} as const satisfies Record<string, Operation>

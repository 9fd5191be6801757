const NO_CONVERSATION =
  /embed|rerank|whisper|tts|speech|audio|realtime|transcri|moderation|dall-e|imagen|image|video|veo|sora|clip|ocr|guard/i

/** The first model with which one can talk, as far as names tell; else the first. */
export const preferredModel = (names: string[]): string | undefined =>
  names.find(name => !NO_CONVERSATION.test(name)) ?? names[0]

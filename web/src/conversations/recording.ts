import {
  AdtsOutputFormat,
  type AudioCodec,
  BlobSource,
  BufferTarget,
  Conversion,
  type ConversionAudioOptions,
  Input,
  MATROSKA,
  MP4,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WEBM
} from 'mediabunny'

/** What a browser may record, the smallest first. */
const recorded = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4']

/** How this browser records; undefined where it does not. */
export const recordedType = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : recorded.find(type => MediaRecorder.isTypeSupported(type))

type Way = { type: string; ending: string; format: () => OutputFormat; audio?: ConversionAudioOptions }

/** What the sound itself goes into as it is, by its codec: nothing is lost, and nothing has to be computed anew. */
const wrapped: Partial<Record<AudioCodec, Way>> = {
  opus: { type: 'audio/ogg; codecs=opus', ending: 'ogg', format: () => new OggOutputFormat() },
  aac: { type: 'audio/aac', ending: 'aac', format: () => new AdtsOutputFormat() }
}

/** Speech without compression, for channels that take nothing else: two megabytes a minute. */
const plain: Way = {
  type: 'audio/wav',
  ending: 'wav',
  format: () => new WavOutputFormat(),
  audio: { codec: 'pcm-s16', sampleRate: 16_000, numberOfChannels: 1 }
}

/**
 * A recording of a browser as a file that a channel takes; undefined where it cannot be made here.
 *
 * @param types those that the channel takes
 */
export async function toVoiceNote(recording: Blob, types: readonly string[]): Promise<File | undefined> {
  const input = new Input({ source: new BlobSource(recording), formats: [WEBM, MATROSKA, OGG, MP4] })
  try {
    return await convert(input, types)
  } finally {
    input.dispose()
  }
}

async function convert(input: Input, types: readonly string[]): Promise<File | undefined> {
  const track = await input.getPrimaryAudioTrack()
  const codec = await track?.getCodec()
  const way = [codec ? wrapped[codec] : undefined, plain].find(each => each && types.includes(each.type))
  if (!way) return undefined
  const output = new Output({ format: way.format(), target: new BufferTarget() })
  const conversion = await Conversion.init({ input, output, ...(way.audio && { audio: way.audio }) })
  if (!conversion.isValid) return undefined
  await conversion.execute()
  const { buffer } = output.target
  return buffer ? new File([buffer], `audio.${way.ending}`, { type: way.type }) : undefined
}

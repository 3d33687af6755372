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
  Quality,
  WavOutputFormat,
  WEBM
} from 'mediabunny'

/** The formats that a browser may record, the smallest first. */
const recorded = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4']

/** How this browser records; undefined where it does not. */
export const recordedType = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : recorded.find(type => MediaRecorder.isTypeSupported(type))

/** Bits per second of a note: clear speech, of which WhatsApp plays two minutes without asking to download them. */
export const voiceBits = 32_000

type Way = {
  type: string
  ending: string
  format: () => OutputFormat
  audio: ConversionAudioOptions
  /** Only for sound that has this codec already. */
  from?: AudioCodec
}

const ogg = { type: 'audio/ogg; codecs=opus', ending: 'ogg', format: () => new OggOutputFormat() }

/**
 * The formats a note may be converted to, the best first. A recording with the right codec is only rewrapped, without
 * loss.
 */
const ways: Way[] = [
  // One channel, and nothing else is a voice message to WhatsApp (Meta, "Audio messages").
  { ...ogg, audio: { codec: 'opus', numberOfChannels: 1 }, from: 'opus' },
  { ...ogg, audio: { codec: 'opus', numberOfChannels: 1, quality: new Quality({ bitrate: voiceBits }) } },
  { type: 'audio/aac', ending: 'aac', format: () => new AdtsOutputFormat(), audio: {}, from: 'aac' },
  // Without compression, for channels that take nothing else: two megabytes a minute.
  {
    type: 'audio/wav',
    ending: 'wav',
    format: () => new WavOutputFormat(),
    audio: { codec: 'pcm-s16', sampleRate: 16_000, numberOfChannels: 1 }
  }
]

/**
 * A recording of a browser as a file that a channel takes: null where there is no sound in it, undefined where this
 * browser cannot make one.
 *
 * @param types those that the channel takes
 */
export async function toVoiceNote(recording: Blob, types: readonly string[]): Promise<File | null | undefined> {
  const codec = await reading(recording, codecOfSound)
  if (codec === null) return null
  for (const way of ways.filter(({ type, from }) => types.includes(type) && (!from || from === codec))) {
    const note = await reading(recording, input => convert(input, way))
    if (note) return note
  }
  return undefined
}

async function reading<T>(recording: Blob, read: (input: Input) => Promise<T>): Promise<T> {
  const input = new Input({ source: new BlobSource(recording), formats: [WEBM, MATROSKA, OGG, MP4] })
  try {
    return await read(input)
  } finally {
    input.dispose()
  }
}

/** Seconds below which nothing was said: Firefox ends what was stopped at once with a frame of silence. */
const shortest = 0.1

/** Null where there is no sound: what was stopped at once is a head alone, or nothing at all. */
async function codecOfSound(input: Input): Promise<AudioCodec | null> {
  if (!(await input.canRead())) return null
  const track = await input.getPrimaryAudioTrack()
  return track && (await track.computeDuration()) > shortest ? track.getCodec() : null
}

/** Undefined where this browser does not know how; some learn it only while they decode. */
async function convert(input: Input, { type, ending, format, audio }: Way): Promise<File | undefined> {
  const output = new Output({ format: format(), target: new BufferTarget() })
  const conversion = await Conversion.init({ input, output, audio, showWarnings: false })
  if (!conversion.isValid) return undefined
  const done = await conversion.execute().then(
    () => true,
    () => false
  )
  const { buffer } = output.target
  return done && buffer ? new File([buffer], `audio.${ending}`, { type }) : undefined
}

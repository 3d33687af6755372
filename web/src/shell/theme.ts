import type { CheckboxProps } from '@mui/material/Checkbox'
import { ptBR } from '@mui/material/locale'
import type { ComponentsTheme, RaThemeOptions } from 'react-admin'
import { dark, fonts, light, motion, radius, shadows, space, type Palette as Tokens, type } from '../core/tokens.ts'
import { bottomMenuHeight, topBarHeight } from '../ui/frame.ts'

declare module '@mui/material/styles' {
  interface Theme {
    tokens: Tokens
  }
  interface ThemeOptions {
    tokens?: Tokens
  }
}

/**
 * react-admin hands the name of a row's checkbox to the root, a span that no screen reader announces. It belongs to
 * the input.
 */
const checkboxSlots: NonNullable<CheckboxProps['slotProps']> = {
  root: { 'aria-label': undefined },
  input: owner => ({ 'aria-label': (owner as CheckboxProps)['aria-label'] })
}

/** MUI's own Portuguese texts are default properties, of which our overrides set none of the same components. */
const inPortuguese = (ours: ComponentsTheme): ComponentsTheme => {
  const theirs: ComponentsTheme = ptBR.components ?? {}
  const merged = Object.entries(ours).map(([name, own]) => [name, { ...theirs[name], ...own }])
  return { ...theirs, ...Object.fromEntries(merged) }
}

const [bodySize, bodyLine] = type.sm

function themeOf(mode: 'light' | 'dark', tokens: Tokens): RaThemeOptions {
  const { tones } = tokens
  const color = (tone: keyof Tokens['tones']) => ({ main: tones[tone].main, contrastText: tones[tone].on })
  const focused = { outline: `2px solid ${tones.brand.main}`, outlineOffset: 2 }
  const heading = { fontFamily: fonts.display, letterSpacing: '-0.015em' }
  const edged = { border: `1px solid ${tokens.border}` }

  const options: RaThemeOptions = {
    tokens,
    spacing: space * 2,
    shape: { borderRadius: radius.md },
    sidebar: { width: 232, closedWidth: 56 },
    palette: {
      mode,
      primary: { ...color('brand'), dark: tokens.brandHover },
      secondary: color('neutral'),
      info: color('info'),
      success: color('success'),
      warning: color('warning'),
      error: color('error'),
      background: { default: tokens.page, paper: tokens.surface },
      text: { primary: tokens.text, secondary: tokens.textSoft, disabled: tokens.textFaint },
      divider: tokens.border,
      bulkActionsToolbarBackgroundColor: tones.brand.soft
    },
    typography: {
      fontFamily: fonts.body,
      htmlFontSize: 16,
      body1: { fontSize: type.md[0], lineHeight: type.md[1] },
      body2: { fontSize: bodySize, lineHeight: bodyLine },
      caption: { fontSize: type.xs[0], lineHeight: type.xs[1] },
      h1: { ...heading, fontSize: type.xxl[0], lineHeight: type.xxl[1], fontWeight: 720 },
      h2: { ...heading, fontSize: type.lg[0], lineHeight: type.lg[1], fontWeight: 680 },
      h3: { ...heading, fontSize: type.md[0], lineHeight: type.md[1], fontWeight: 660 },
      button: { textTransform: 'none', fontWeight: 600, letterSpacing: 0 }
    },
    transitions: {
      duration: { shortest: motion.fast, shorter: motion.fast, short: motion.slow, standard: motion.slow }
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          // An element that gets the focus, or is jumped to, must not end up below the bars.
          html: { scrollPaddingTop: topBarHeight + 8, scrollPaddingBottom: 24 },
          '@media (max-width: 899.95px)': { html: { scrollPaddingBottom: bottomMenuHeight + 80 } },
          body: { fontSize: bodySize, lineHeight: bodyLine, overflowWrap: 'anywhere' },
          'a:focus-visible': { ...focused, borderRadius: radius.sm },
          '@media (prefers-reduced-motion: reduce)': {
            '*, ::before, ::after': {
              animationDuration: '0.01ms !important',
              animationIterationCount: '1 !important',
              transitionDuration: '0.01ms !important'
            }
          }
        }
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: { root: { '&.Mui-focusVisible': focused } }
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: {
            minHeight: 36,
            paddingInline: 14,
            whiteSpace: 'nowrap',
            '@media (pointer: coarse)': { minHeight: 44 }
          },
          outlined: { borderColor: tokens.edge, color: tokens.text, '&:hover': { borderColor: tokens.text } },
          text: { '&:hover': { backgroundColor: tones.brand.soft } }
        }
      },
      MuiPaper: {
        defaultProps: { elevation: 0 },
        styleOverrides: {
          root: { backgroundImage: 'none' },
          elevation8: { ...edged, boxShadow: shadows.mid }
        }
      },
      // Panels stand out by their tone alone.
      MuiCard: { styleOverrides: { root: { borderRadius: radius.lg } } },
      MuiDivider: { styleOverrides: { root: { borderColor: tokens.border } } },
      MuiOutlinedInput: {
        styleOverrides: {
          // Below 16 px, phones zoom into the page when an input is touched.
          root: { backgroundColor: tokens.surface, '@media (min-width: 600px)': { fontSize: bodySize } },
          notchedOutline: { borderColor: tokens.edge },
          input: { '&::placeholder': { color: tokens.textFaint, opacity: 1 } }
        }
      },
      // As large as the input's text, or the gap that the outline leaves for it would not fit.
      MuiInputLabel: { styleOverrides: { root: { '@media (min-width: 600px)': { fontSize: bodySize } } } },
      MuiDialogTitle: { defaultProps: { variant: 'h2' }, styleOverrides: { root: { padding: '20px 24px 12px' } } },
      MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px' } } },
      // Words beside a switch or a box are as large as all others.
      MuiFormControlLabel: { styleOverrides: { label: { fontSize: bodySize, lineHeight: bodyLine } } },
      MuiSwitch: {
        styleOverrides: {
          switchBase: { color: tokens.edge },
          track: { backgroundColor: tokens.edge }
        }
      },
      MuiTextField: { defaultProps: { variant: 'outlined', size: 'small' } },
      MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small' } },
      // The chosen button of a row stands out in both themes, as the current page of the menu does.
      MuiToggleButton: {
        styleOverrides: {
          root: {
            '&.Mui-selected, &.Mui-selected:hover': {
              color: tones.brand.onSoft,
              backgroundColor: tones.brand.soft,
              boxShadow: `inset 0 0 0 1px ${tones.brand.main}`
            }
          }
        }
      },
      // react-admin gives a list to choose from a margin that its other inputs have not.
      RaSelectInput: { defaultProps: { margin: 'none' } },
      MuiCheckbox: { defaultProps: { slotProps: checkboxSlots } },
      MuiTooltip: {
        // For 300 ms after one has closed the next comes without delay. MUI's own time is 800 ms and `leaveDelay`.
        defaultProps: { enterDelay: 700, enterNextDelay: 0, leaveDelay: -500 },
        styleOverrides: {
          tooltip: { backgroundColor: tokens.text, color: tokens.page, fontSize: type.xs[0], maxWidth: 320 }
        }
      },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: tokens.border, fontVariantNumeric: 'tabular-nums', padding: '10px 12px' },
          sizeSmall: { padding: '4px 12px', height: 40 },
          head: {
            backgroundColor: tokens.sunken,
            color: tokens.textSoft,
            fontSize: type.xs[0],
            fontWeight: 600,
            whiteSpace: 'nowrap'
          }
        }
      },
      MuiTableSortLabel: { styleOverrides: { root: { '&.Mui-active': { color: tokens.text } } } },
      MuiTableRow: {
        styleOverrides: { root: { '&.MuiTableRow-hover:hover': { backgroundColor: tokens.sunken } } }
      },
      MuiTablePagination: {
        styleOverrides: {
          root: { color: tokens.textSoft, fontVariantNumeric: 'tabular-nums' },
          selectLabel: { fontSize: bodySize },
          displayedRows: { fontSize: bodySize }
        }
      },
      MuiAlert: {
        styleOverrides: {
          root: { borderRadius: radius.md }
        },
        variants: (['success', 'info', 'warning', 'error'] as const).map(severity => ({
          props: { variant: 'standard', severity },
          style: { backgroundColor: tones[severity].soft, color: tones[severity].onSoft }
        }))
      },
      MuiSnackbarContent: {
        styleOverrides: {
          root: { borderRadius: radius.md, boxShadow: shadows.high, backgroundColor: tokens.text, color: tokens.page }
        }
      },
      // MUI's own track is a shade of the bar, and one at 0 looks full.
      MuiLinearProgress: { styleOverrides: { root: { backgroundColor: tokens.border } } },
      MuiSkeleton: { styleOverrides: { root: { backgroundColor: tokens.border } } }
    }
  }
  return { ...options, components: inPortuguese(options.components ?? {}) }
}

export const lightTheme = themeOf('light', light)
export const darkTheme = themeOf('dark', dark)

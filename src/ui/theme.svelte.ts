export type Theme = 'light' | 'dark' | 'system';
const KEY = 'backfire-lab-theme';

const stored = (): Theme => {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
};

/** The reader's choice of theme; public/theme.js applies it before the first paint of the next visit. */
class ThemeChoice {
  #chosen = $state<Theme>(stored());

  get chosen(): Theme {
    return this.#chosen;
  }

  set chosen(theme: Theme) {
    this.#chosen = theme;
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    try {
      if (theme === 'system') localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // Not stored: the choice holds for this visit.
    }
  }
}

export const theme = new ThemeChoice();

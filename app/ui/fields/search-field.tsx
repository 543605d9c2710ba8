import './search-field.css';
import { searchOutline } from 'ionicons/icons';
import type { ComponentProps } from 'react';
import { Icon } from '../icon.tsx';
import { TextField } from './field.tsx';

/** Words that a list is searched for: its placeholder says what it is to the eye, its label to the ear. */
export function SearchField(field: ComponentProps<typeof TextField>) {
  return (
    <div className="search-field">
      <Icon src={searchOutline} size={20} />
      <TextField
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        hiddenLabel
        {...field}
      />
    </div>
  );
}
